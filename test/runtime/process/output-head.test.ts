import { describe, expect, it } from "vitest";
import { keepHead } from "../../../src/runtime/process/output-head.ts";

describe("the beginning of an output", () => {
  it.each([
    ["whole while it fits", "token abcd", 10, "token abcd"],
    ["cut between words", "token: abcd  efgh", 12, "token: abcd "],
    ["without the beginning of a word that goes on", "token: abcd-efgh", 12, "token: "],
    ["without that of a value inside of JSON", '{"token":"abcd_efgh"}', 14, '{"token":"'],
    ["its first characters where it is one long word", "abcdefgh", 4, "abcd"],
  ])("is %s", (_what, text, maxChars, expected) => {
    expect(keepHead(text, maxChars)).toBe(expected);
  });
});
