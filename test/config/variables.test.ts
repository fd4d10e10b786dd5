import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { BOT_VARIABLES, findUnknownVariable, RUNTIME_VARIABLES } from "../../src/config/variables.ts";

const example = await readFile(new URL("../../.env.example", import.meta.url), "utf8");
const known = [...BOT_VARIABLES, ...RUNTIME_VARIABLES];

describe(".env.example", () => {
  test("names every variable the bot and the runtime know, in order, with its meaning, and no other", () => {
    const lines = example
      .split("\n")
      .flatMap((line) => /^#?([A-Z_]+)=\S* # (.+)$/.exec(line)?.slice(1, 3).join(": ") ?? []);
    expect(lines).toEqual(known.map(({ name, meaning }) => `${name}: ${meaning}`));
  });

  test("works as it is: it sets nothing but two empty tokens", () => {
    expect({ ...parseEnv(example) }).toEqual({ TELEGRAM_BOT_TOKEN: "", DISCORD_BOT_TOKEN: "" });
  });

  test("works with every line filled in", () => {
    const filled = { ...parseEnv(example.replaceAll(/^#([A-Z])/gm, "$1")) };
    expect(Object.keys(filled).toSorted()).toEqual(known.map(({ name }) => name).toSorted());
    expect(Object.values(filled).join(" ")).not.toContain("#");
  });
});

describe("findUnknownVariable", () => {
  test.each([
    ["LOBSTER_STATE_DIRECTORY", "LOBSTER_STATE_DIR"],
    ["LOBSTER_WORKFLOW_DIR", "LOBSTER_WORKFLOWS_DIR"],
    ["TELEGRAM_BOT_TOKN", "TELEGRAM_BOT_TOKEN"],
    ["DISCORD_BOT_TOEKN", "DISCORD_BOT_TOKEN"],
  ])("%s is refused, naming %s", (name, nearest) => {
    expect(findUnknownVariable(name)).toEqual({ name, nearest });
  });

  test("a name in our name space that is like nothing is refused, too", () => {
    expect(findUnknownVariable("LOBSTER_TURBO")).toEqual({ name: "LOBSTER_TURBO" });
  });

  test.each([
    "NPM_TOKEN",
    "DISCORD_WEBHOOK_URL",
    "TELEGRAM_CHAT_ID",
    "LOBSTER_LLM_PROVIDER",
    ...known.map((v) => v.name),
  ])("%s is let through", (name) => {
    expect(findUnknownVariable(name)).toBeUndefined();
  });
});
