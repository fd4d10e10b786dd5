import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseJson,
  stableStringify,
  stringifyJson,
  toPlainNumbers,
  tryParseJson,
} from "../../src/runtime/stable-json.ts";
import type { JsonValue } from "../../src/runtime/json.ts";

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
    expect(() => parseJson(deep)).toThrow("nested deeper than 1000 levels");
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(() => stableStringify(circular as JsonValue)).toThrow("circular or nested deeper");
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
