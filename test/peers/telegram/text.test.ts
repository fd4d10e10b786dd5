import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatText } from "./text/format-text.ts";
import type { Wire } from "../shared/wire.ts";

const entity = (type: string, offset: number, length: number, more: Wire = {}): Wire => ({
  type,
  offset,
  length,
  ...more,
});
const shown = (text: string, entities: readonly Wire[] = []): readonly string[] => {
  const formatted = formatText(text, entities);
  return formatted.entities.map(
    ({ type, offset, length }) => `${type}:${formatted.text.slice(offset, offset + length)}`,
  );
};

describe("text on the server", () => {
  it.each([
    ["spaces at both ends go", "  a b \n", "a b"],
    ["NUL and other control characters become spaces", "a\u0000b\u0007c\td", "a b c d"],
    ["carriage returns go", "a\r\nb", "a\nb"],
    ["bidirectional overrides go", "a\u202eb\u202cc\u2028d", "abcd"],
    ["of a run of direction marks the last stays", "a\u200e\u200f\u200eb", "a\u200c\u200c\u200eb"],
    ["four-byte characters stay whole", "😀 a", "😀 a"],
    ["nothing visible is nothing", "\u200b \n\u2060", ""],
  ])("%s", (_what, input, text) => {
    expect(formatText(input, []).text).toBe(text);
  });

  it("moves entities with the text that is taken away before them", () => {
    expect(shown("  \r\nab\u202ec d", [entity("bold", 4, 4), entity("italic", 9, 1)])).toEqual([
      "bold:abc",
      "italic:d",
    ]);
  });

  it("cuts entities at the ends, and drops those that hold only spaces", () => {
    expect(shown(" ab ", [entity("bold", 0, 4)])).toEqual(["bold:ab"]);
    expect(shown("a  b", [entity("bold", 1, 2)])).toEqual([]);
  });

  it("splits what may overlap and keeps the first of what may not", () => {
    expect(shown("abcdef", [entity("bold", 0, 4), entity("italic", 2, 4)])).toEqual([
      "bold:ab",
      "bold:cd",
      "italic:cd",
      "italic:ef",
    ]);
    expect(shown("abcdef", [entity("code", 0, 4), entity("pre", 2, 4)])).toEqual(["code:abcd"]);
    expect(shown("abcdef", [entity("bold", 0, 6), entity("code", 2, 2)])).toEqual(["bold:ab", "code:cd", "bold:ef"]);
  });

  it("keeps a quote and what stands inside it, not what crosses its border", () => {
    const quote = entity("blockquote", 0, 4);
    expect(shown("abcdef", [quote, entity("code", 1, 2)])).toEqual(["blockquote:abcd", "code:bc"]);
    expect(shown("abcdef", [quote, entity("code", 3, 2)])).toEqual(["blockquote:abcd"]);
  });

  it("keeps what belongs to an entity", () => {
    const given = entity("date_time", 0, 5, { unix_time: 1_700_000_000, date_time_format: "wDT", url: "x" });
    expect(formatText("today", [given]).entities).toEqual([
      { type: "date_time", offset: 0, length: 5, details: { unix_time: 1_700_000_000, date_time_format: "wDT" } },
    ]);
  });

  it.each([
    ["a command", "/run deploy", ["bot_command:/run"]],
    ["a command for a bot", "please /run@lobster_bot now", ["bot_command:/run@lobster_bot"]],
    ["a path", "etc/passwd and 1/2", []],
    ["a mention", "hi @some_one!", ["mention:@some_one"]],
    ["a name too short for a mention", "@abc", []],
    ["a mail address, not a mention", "to ann@example.org", ["email:ann@example.org"]],
    ["an address", "see https://example.org/a?b=1.", ["url:https://example.org/a?b=1"]],
    ["a bare address", "see example.org today", ["url:example.org"]],
    ["a hashtag", "fix #1 and #release_2", ["hashtag:#release_2"]],
    ["everyone", "@everyone look", ["mention:@everyone"]],
  ])("finds by itself: %s", (_what, text, entities) => {
    expect(shown(text)).toEqual(entities);
  });

  it("finds nothing inside code", () => {
    expect(shown("/run @some_one https://example.org", [entity("pre", 0, 34)])).toHaveLength(1);
  });

  it("never makes an entity that leaves the text or holds nothing, whatever it is given", () => {
    const types = fc.constantFrom("bold", "italic", "code", "pre", "blockquote", "underline");
    const entities = fc.array(fc.tuple(types, fc.nat(12), fc.integer({ min: 1, max: 6 })), { maxLength: 6 });
    const texts = fc.string({
      unit: fc.constantFrom("a", " ", "\n", "\r", "\u202e", "b"),
      minLength: 1,
      maxLength: 18,
    });
    fc.assert(
      fc.property(texts, entities, (text, tuples) => {
        const given = tuples
          .filter(([, offset, length]) => offset + length <= text.length)
          .map(([type, offset, length]) => entity(type, offset, length));
        const formatted = formatText(text, given);
        expect(formatted.text).toBe(formatted.text.trim());
        for (const { offset, length } of formatted.entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(formatted.text.length);
          expect(formatted.text.slice(offset, offset + length)).toMatch(/\S/);
        }
      }),
    );
  });

  it("is the same when it is formatted again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const once = formatText(text, []);
        expect(formatText(once.text, [])).toEqual(once);
      }),
    );
  });
});
