import { readFileSync } from "node:fs";
import path from "node:path";
import { PermissionFlagsBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { ROOT } from "../bot/wording/source.ts";

const GUIDE = readFileSync(path.join(ROOT, "docs/discord.md"), "utf8");
const README = readFileSync(path.join(ROOT, "README.md"), "utf8");

/** The rows of the table of permissions: name and bit. */
const permissions = [...GUIDE.matchAll(/\(`(\w+)`\)\s*\|\s*`(\d+)`/g)].map(([, name = "", bit = ""]) => ({
  name,
  bit: BigInt(bit),
}));

const sum = (bits: readonly bigint[]): bigint => bits.reduce((all, bit) => all | bit, 0n);

describe("the invite link to Discord", () => {
  it("asks for the permissions in the table, each with its bit, and for no others", () => {
    const known = permissions.map(
      ({ name }) => Object.entries(PermissionFlagsBits).find(([flag]) => flag === name)?.[1],
    );
    expect(known).toEqual(permissions.map(({ bit }) => bit));
    const asked = [...GUIDE.matchAll(/permissions=(\d+)/g)].map(([, number = ""]) => BigInt(number));
    expect(asked).toEqual([sum(permissions.map(({ bit }) => bit))]);
    expect(README).toContain(`permissions=${asked[0]}`);
  });

  it("can do without those for threads", () => {
    const others = permissions.filter(({ name }) => !name.includes("Thread"));
    expect(GUIDE).toContain(`\`${sum(others.map(({ bit }) => bit))}\` is enough`);
  });

  it("asks for nothing that rules over others", () => {
    const names = permissions.map(({ name }) => name);
    expect(names.filter((name) => /^(?:Administrator|Manage|Mention|Kick|Ban)/.test(name))).toEqual([]);
  });
});
