import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteWord, splitWords } from "../../../src/bot/typing/command-words.ts";

function words(line: string): readonly string[] {
  const split = splitWords(line);
  return split.kind === "words" ? split.words.map(({ text }) => text) : [`malformed: ${split.problem.kind}`];
}

describe("splitWords", () => {
  test.each<[string, readonly string[]]>([
    ["", []],
    [" \t\n ", []],
    ["a b\u00a0c\nd", ["a", "b", "c", "d"]],
    ["'a b'", ["a b"]],
    ['"a b"', ["a b"]],
    [`'a "b" \\n'`, [`a "b" \\n`]],
    [`"a 'b' \\"c\\" \\\\ \\n"`, [`a 'b' "c" \\ \\n`]],
    ["C:\\dir\\ x", ["C:\\dir\\", "x"]],
    [`a'b c'"d e"f`, ["ab cd ef"]],
    [`"" ''`, ["", ""]],
    [`'line 1\nline 2'`, ["line 1\nline 2"]],
    ["$HOME `id` $(id) a;b|c>d *", ["$HOME", "`id`", "$(id)", "a;b|c>d", "*"]],
    ["--flag \\'x'", ["--flag", "\\x"]],
  ])("%j", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  test.each(["'", '"', "a 'b", 'a "b', '"a\\"', "\"a' b"])("%j has a quote that is never closed", (line) => {
    expect(splitWords(line)).toMatchObject({ kind: "malformed", problem: { kind: "open_quote" } });
  });

  test.each<[string, number | undefined]>([
    ["a=b=c", 1],
    ["=b", 0],
    [`"a=b"=c`, 3],
    [`'a b'=c`, 3],
    [`"a=b"`, undefined],
    [`a"="b`, undefined],
    ["ab", undefined],
  ])("the first bare = of %j is at %s", (line, equals) => {
    const split = splitWords(line);
    expect(split.kind === "words" ? split.words.map((word) => word.equals) : split).toEqual([equals]);
  });

  test("any texts come back unchanged from a line of quoted ones", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("'", '"', "\\", " ", "=", "\n", "a", "$", "`") }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        expect(words(texts.map(quoteWord).join(" "))).toEqual(texts);
      }),
    );
  });

  test("a quoted word never has a bare =", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("=", "'", '"', "\\", "a") }), (text) => {
        const split = splitWords(quoteWord(text));
        expect(split.kind === "words" ? split.words[0]?.equals : split).toBeUndefined();
      }),
    );
  });

  test("a line with balanced quotes is read, and its words hold nothing that was not written", () => {
    const bare = fc.string({ unit: fc.constantFrom("\\", " ", "=", "a") });
    const single = fc.string({ unit: fc.constantFrom('"', "\\", " ", "b") }).map((text) => `'${text}'`);
    const line = fc.array(fc.oneof(bare, single)).map((parts) => parts.join(""));
    fc.assert(
      fc.property(line, (given) => {
        expect(words(given).join("").replaceAll(" ", "")).toBe(given.replaceAll(/[' ]/g, ""));
      }),
    );
  });
});
