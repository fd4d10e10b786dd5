import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLine, toLine, wrapLine } from "../../../../src/runtime/workflow/graph/line.ts";

describe("toLine", () => {
  it.each([
    ["a\nb", "a b"],
    ["  a  \n\n  b\t c\r\n", "a b c"],
    ["a  b", "a  b"],
    ["red \u001b[31m", "red \\u{1b}[31m"],
    ["\u202eabc", "\\u{202e}abc"],
    ["half \ud83d", "half \\u{d83d}"],
    ["\uffff", "\\u{ffff}"],
  ])("shows %j as %j", (text, line) => {
    expect(toLine(text)).toBe(line);
  });
});

describe("wrapLine", () => {
  it("keeps every character but the spaces at which it breaks, in lines that are short enough", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "😀"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (line, max) => {
        const lines = wrapLine(line, max);
        expect(lines.every((part) => Array.from(part).length <= max)).toBe(true);
        expect(lines.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
      }),
    );
  });

  it("breaks at spaces where there are any", () => {
    expect(wrapLine("deploy to staging", 9)).toEqual(["deploy to", "staging"]);
    expect(wrapLine("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrapLine("one line", Infinity)).toEqual(["one line"]);
  });
});

describe("cutLine", () => {
  it("leaves what fits and ends in … what does not", () => {
    expect(cutLine("abc", 3)).toBe("abc");
    expect(cutLine("abcd", 3)).toBe("ab…");
    expect(cutLine("😀😀😀", 3)).toBe("😀😀😀");
  });
});
