import { describe, expect, it } from "vitest";
import { measureDepth, readJson } from "../../../src/bot/questions/json-text.ts";

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("JSON from a person", () => {
  it("keeps every digit of large whole numbers", () => {
    expect(readJson("[12345678901234567890, 1.5, -0, 1e2]")).toEqual({
      kind: "value",
      value: [12345678901234567890n, 1.5, 0, 100],
    });
  });

  it("keeps a member named __proto__ as data", () => {
    const reading = readJson('{"__proto__": {"admin": true}}');
    const value = reading.kind === "value" ? reading.value : {};
    expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("with one name twice and two values is refused", () => {
    expect(readJson('{"env":"stage","env":"prod"}')).toMatchObject({ kind: "invalid" });
  });

  it.each(["", "{", "prod", "[1,]", "{'a':1}", "1 2", "1e999", "NaN"])("%j is refused", (text) => {
    expect(readJson(text)).toMatchObject({ kind: "invalid" });
  });

  it("may hold 64 KiB and not a byte more", () => {
    const fits = JSON.stringify("é".repeat((64 * 1024 - 2) / 2));
    expect(Buffer.byteLength(fits)).toBe(64 * 1024);
    expect(readJson(fits).kind).toBe("value");
    expect(readJson(`${fits} `)).toEqual({ kind: "too_big" });
  });

  it("may nest a hundred levels and not one more", () => {
    expect(readJson(nested(100)).kind).toBe("value");
    expect(readJson(nested(101))).toEqual({ kind: "too_deep" });
    expect(readJson(nested(32_000))).toEqual({ kind: "too_deep" });
    expect(readJson(JSON.stringify("[".repeat(500))).kind).toBe("value");
    expect(readJson(`"${'\\"['.repeat(500)}"`).kind).toBe("value");
  });
});

describe("the depth of a value", () => {
  it.each([
    [1, 0],
    [[], 1],
    [{ a: [] }, 2],
    [[[[1]]], 3],
  ])("of %j is %i", (value, depth) => {
    expect(measureDepth(value, 10)).toBe(depth);
  });

  it("is not looked for beyond the limit", () => {
    expect(measureDepth([[[[1]]]], 2)).toBe(2);
  });
});
