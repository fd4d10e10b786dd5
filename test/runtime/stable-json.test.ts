import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isNestedWithin,
  parseJson,
  parseWrittenJson,
  stableStringify,
  stringifyJson,
  toPlainNumbers,
  tryParseJson,
} from "../../src/runtime/stable-json.ts";
import type { JsonValue } from "../../src/runtime/json.ts";

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

describe("JSON of the runtime", () => {
  it("keeps every digit of integers beyond 2^53", () => {
    const text = '{"id":-1001234567890123456789,"n":[9007199254740993,1.50,5]}';
    expect(stringifyJson(parseJson(text))).toBe('{"id":-1001234567890123456789,"n":[9007199254740993,1.5,5]}');
  });

  it("gives such integers to conditions and validators as ordinary numbers", () => {
    expect(toPlainNumbers(parseJson('{"a":[90071992547409931]}'))).toEqual({ a: [Number("90071992547409931")] });
  });

  it("does not take a number that is too large to hold for null", () => {
    expect(tryParseJson("[1e999]")).toBeUndefined();
  });

  it("keeps members named like those of every object as data", () => {
    const text = '{"__proto__":{"polluted":12345678901234567890},"constructor":1}';
    expect(stringifyJson(parseJson(text))).toBe(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each(["", "{", "01", "nul", "[1,]", "'a'", "1 2"])("%j is no JSON", (text) => {
    expect(tryParseJson(text)).toBeUndefined();
  });

  it("refuses nesting that would overflow the stack, with words", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(() => parseJson(deep)).toThrow("nested deeper than 500 levels");
    expect(() => parseWrittenJson(deep)).toThrow("nested deeper than 1000 levels");
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(() => stableStringify(circular as JsonValue)).toThrow("circular or nested deeper");
  });

  it("takes 500 levels from outside, so that there is room for what they are wrapped in", () => {
    expect(isNestedWithin(500, parseJson(nested(500)))).toBe(true);
    expect(tryParseJson(nested(501))).toBeUndefined();
    expect(tryParseJson(`{"a":${nested(500)}}`)).toBeUndefined();
  });

  it.each(["[]", "[12345678901234567890]"])(
    "reads all that it writes, and writes no more: 1,000 levels of %s",
    (inner) => {
      const text = nested(1000).replace("[]", inner);
      const value = parseWrittenJson(text);
      expect(stringifyJson(value)).toBe(text);
      expect(stableStringify(value)).toBe(text);
      expect(parseWrittenJson(stringifyJson(value, 2))).toEqual(value);
      for (const write of [stringifyJson, stableStringify]) {
        expect(() => write([value])).toThrow("circular or nested deeper than 1000 levels");
      }
      expect(() => parseWrittenJson(`[${text}]`)).toThrow("nested deeper than 1000 levels");
    },
  );

  it.each<[number, JsonValue, boolean]>([
    [0, 1, true],
    [0, [], false],
    [1, [1, {}], false],
    [2, [1, { a: 2 }], true],
    [1, { a: "[[[" }, true],
  ])("knows what is nested within %d levels (%#)", (levels, value, expected) => {
    expect(isNestedWithin(levels, value)).toBe(expected);
  });

  it("agrees with JSON.parse and JSON.stringify wherever those lose nothing", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const value = JSON.parse(text) as JsonValue;
        expect(toPlainNumbers(parseJson(text))).toEqual(value);
        expect(stringifyJson(value, indent)).toBe(JSON.stringify(value, undefined, indent));
      }),
    );
  });

  it("writes stable text whatever the order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).toReversed());
        expect(stableStringify(reversed as JsonValue)).toBe(stableStringify(members as JsonValue));
      }),
    );
  });
});
