import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber } from "../../../../src/bot/questions/parse/number.ts";

describe("a typed number", () => {
  it.each<[string, number | bigint]>([
    ["1500", 1500],
    [" 42 ", 42],
    ["-3", -3],
    ["−3", -3],
    ["+3", 3],
    ["007", 7],
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["0.125", 0.125],
    ["0,125", 0.125],
    [".5", 0.5],
    ["1,50", 1.5],
    ["1.0", 1],
    ["1 500", 1500],
    ["1\u00a0500", 1500],
    ["1\u202f500,25", 1500.25],
    ["1 500,500", 1500.5],
    ["1'500'000", 1_500_000],
    ["1,500,000", 1_500_000],
    ["1.500.000", 1_500_000],
    ["1,500.25", 1500.25],
    ["1.500,25", 1500.25],
    ["1500,250", 1500.25],
    ["2e3", 2000],
    ["1.5E-2", 0.015],
    ["-0", 0],
    ["0.0", 0],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["-100 000 000 000 000 000 001", -100_000_000_000_000_000_001n],
  ])("%j is read", (text, value) => {
    expect(parseNumber(text)).toEqual({ kind: "value", value });
  });

  it.each<[string, readonly [string, string]]>([
    ["1,500", ["1500", "1.5000"]],
    ["1.500", ["1500", "1.5000"]],
    ["-12,345", ["-12345", "-12.3450"]],
  ])("%j can be two numbers and is not guessed", (text, meanings) => {
    expect(parseNumber(text)).toEqual({ kind: "ambiguous", meanings });
    const values = meanings.map((meaning) => parseNumber(meaning));
    expect(values.every(({ kind }) => kind === "value")).toBe(true);
    expect(values[0]).not.toEqual(values[1]);
  });

  it.each([
    "",
    " ",
    "abc",
    "1 2",
    "1 50",
    "12 34 567",
    "1,50,000",
    "1,500.000.1",
    "0x10",
    "NaN",
    "Infinity",
    "1e",
    "5.",
    "--1",
    "1 500 00",
    "1 500'000",
    "٣",
  ])("%j is no number", (text) => {
    expect(parseNumber(text)).toEqual({ kind: "unreadable" });
  });

  it.each([
    ["1e999", "too_large"],
    ["0.1234567890123456789", "too_precise"],
    ["12345678901234567890.5", "too_precise"],
    ["1e21", "too_precise"],
    ["1e-999", "too_precise"],
  ])("%s is not rounded", (text, kind) => {
    expect(parseNumber(text)).toEqual({ kind });
  });

  it("reads back every whole number, however it is grouped", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.constantFrom("", " ", "\u00a0", "'"),
        (value, space) => {
          const grouped = value.toString().replace(/\B(?=(\d{3})+(?!\d))/gu, space);
          const reading = parseNumber(grouped);
          expect(reading.kind === "value" ? BigInt(reading.value) : reading).toBe(value);
        },
      ),
    );
  });

  it("reads every number the way it is written, or says why not", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const reading = parseNumber(String(value));
        if (reading.kind === "value") expect(Number(reading.value)).toBe(value + 0);
        else expect(["ambiguous", "too_precise"]).toContain(reading.kind);
      }),
    );
  });

  it("is quick about long nonsense", () => {
    expect(parseNumber("1 ".repeat(50_000))).toEqual({ kind: "unreadable" });
    expect(parseNumber("1".repeat(100_000))).toEqual({ kind: "unreadable" });
  });
});
