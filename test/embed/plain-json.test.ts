import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson } from "../../src/embed/plain-json.ts";

describe("a host's value as JSON", () => {
  it("is what JSON.stringify makes of it", () => {
    const value = fc.anything({ withDate: true, withSparseArray: true, withNullPrototype: true });
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given) as string | undefined;
        expect(toJson(given, "value")).toEqual(text === undefined ? null : JSON.parse(text));
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    [
      "an instance",
      new (class Point {
        x = 1;
      })(),
      { x: 1 },
    ],
    ["a map", new Map([[1, 2]]), {}],
    ["a big integer", 9007199254740993n, 9007199254740993n],
    ["a function", () => 1, null],
    ["minus zero", -0, 0],
    ["members without value", { a: undefined, b: () => 1, c: Symbol("s"), d: [undefined] }, { d: [null] }],
    ["an own __proto__", JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])("may come from %s", (_name, given, expected) => {
    expect(toJson(given, "value")).toEqual(expected);
  });

  it("cannot be circular or endlessly deep", () => {
    const circle: unknown[] = [];
    circle.push({ circle });
    expect(() => toJson(circle, "The value")).toThrow("The value is circular or nested deeper than 500 levels");
    let deep: unknown = 1;
    for (let level = 0; level < 600; level += 1) deep = [deep];
    expect(() => toJson(deep, "The value")).toThrow("The value is circular");
    const shared = { a: 1 };
    expect(toJson([shared, shared], "value")).toEqual([{ a: 1 }, { a: 1 }]);
  });
});
