import { describe, expect, test } from "vitest";
import { createPeople } from "../../../src/bot/people/people.ts";

const ada = {
  id: "ada",
  name: "Ada",
  groups: ["dev", "release"],
  accounts: [
    { platform: "telegram", id: "111" },
    { platform: "discord", id: "222" },
  ],
} as const;
const bob = { id: "bob", name: "Bob", groups: ["dev"], accounts: [{ platform: "telegram", id: "333" }] } as const;

describe("createPeople", () => {
  const people = createPeople({ people: [ada, bob] });

  test("the same human is found by every account, and by id", () => {
    expect(people.findByAccount("telegram", "111")).toBe(ada);
    expect(people.findByAccount("discord", "222")).toBe(ada);
    expect(people.findById("bob")).toBe(bob);
  });

  test.each([
    ["telegram", undefined],
    ["telegram", ""],
    ["telegram", "222"],
    ["discord", "111"],
    ["terminal", "ada"],
    ["telegram", " 111"],
    ["telegram", "0111"],
    ["telegram", "constructor"],
  ] as const)("the %s account %j is nobody", (platform, account) => {
    expect(people.findByAccount(platform, account)).toBeUndefined();
  });

  test("an id is compared exactly", () => {
    expect(["Ada", "ada ", "", "constructor"].map((id) => people.findById(id))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("groups have their members, and unknown ones nobody", () => {
    expect(people.inGroup("dev")).toEqual([ada, bob]);
    expect(people.inGroup("release")).toEqual([ada]);
    expect(people.inGroup("group:dev")).toEqual([]);
    expect(people.inGroup("")).toEqual([]);
  });

  test("an account or an id that two people claim is nobody's", () => {
    const twin = { ...bob, id: "twin", accounts: [{ platform: "telegram", id: "111" }] } as const;
    const double = { ...ada, accounts: [] };
    const unclear = createPeople({ people: [ada, twin, double] });
    expect(unclear.findByAccount("telegram", "111")).toBeUndefined();
    expect(unclear.findByAccount("discord", "222")).toBe(ada);
    expect(unclear.findById("ada")).toBeUndefined();
  });
});
