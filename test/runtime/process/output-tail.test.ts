import { describe, expect, it } from "vitest";
import { keepTail } from "../../../src/runtime/process/output-tail.ts";

describe("the end of an output", () => {
  it.each([
    ["whole while it fits", "ab\ncd", 5, "ab\ncd"],
    ["cut at the beginning of a line", "abcd\nef\ngh", 7, "ef\ngh"],
    ["with a line that just fits", "ab\ncdef", 4, "cdef"],
    ["without the rest of a longer line", "ab\ncdef", 3, ""],
    ["empty where nothing else is allowed", "ab\n", 0, ""],
  ])("is %s", (_what, text, maxChars, expected) => {
    expect(keepTail(text, maxChars)).toBe(expected);
  });
});
