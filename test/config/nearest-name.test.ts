import { describe, expect, test } from "vitest";
import { findNearestName } from "../../src/config/nearest-name.ts";

describe("findNearestName", () => {
  const names = ["people", "chats", "workflows", "defaults", "deny"];

  test.each([
    ["peple", "people"],
    ["poeple", "people"],
    ["Workflow", "workflows"],
    ["dney", "deny"],
    ["chat", "chats"],
  ])("%s is taken for %s", (given, meant) => {
    expect(findNearestName(given, names)).toBe(meant);
  });

  test.each(["", "zzz", "constructor", "x".repeat(65)])("%j is like none of them", (given) => {
    expect(findNearestName(given, names)).toBeUndefined();
  });

  test("the nearest of several candidates is chosen", () => {
    expect(findNearestName("deploy-prod", ["deploy-prof-old", "deploy-prd", "deploy"])).toBe("deploy-prd");
  });

  test("a caller can allow fewer mistakes", () => {
    expect(findNearestName("workfl", names, 2)).toBeUndefined();
    expect(findNearestName("workflow", names, 2)).toBe("workflows");
  });
});
