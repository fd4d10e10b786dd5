import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { itemsOf, run } from "../pipeline/test-host.ts";

describe("map", () => {
  test.each<[string, JsonValue, JsonValue]>([
    ["map", 1, 1],
    ["map --wrap a", 1, { a: 1 }],
    ["map --unwrap a", { a: [1] }, [1]],
    ["map --unwrap a.b", { "a.b": 1, a: { b: 2 } }, 1],
    ["map --unwrap 1", ["x", "y"], "y"],
    ["map --unwrap length", ["x"], null],
    ["map --unwrap missing", { a: 1 }, null],
    ["map --unwrap constructor", { a: 1 }, null],
    ["map --unwrap a", "text", null],
    ["map b={{a}}", { a: 1 }, { a: 1, b: "1" }],
    ["map a=x", { a: 1 }, { a: "x" }],
    ["map 'b={{ a | upper }}!'", { a: "x" }, { a: "x", b: "X!" }],
    ["map b=c=d", {}, { b: "c=d" }],
    ["map b=", {}, { b: "" }],
    ["map ' b =x'", {}, { b: "x" }],
    ["map b=x", "text", { value: "text", b: "x" }],
    ["map b=x", [1], { value: [1], b: "x" }],
    ["map --wrap a b={{n}}", { n: 1 }, { a: { n: 1 }, b: "1" }],
    ["map b={{a}} c={{b}}", { a: 1 }, { a: 1, b: "1", c: "" }],
  ])("%s of %j is %j", async (pipeline, item, expected) => {
    expect(await itemsOf(pipeline, [item])).toEqual([expected]);
  });

  test("items are never changed in place", async () => {
    const item = Object.freeze({ a: 1 });
    expect(await itemsOf("map a=2", [item])).toEqual([{ a: "2" }]);
    expect(item).toEqual({ a: 1 });
  });

  test("a field named __proto__ is an ordinary one", async () => {
    const [item] = await itemsOf("map __proto__=x", [{}]);
    expect(JSON.stringify(item)).toBe('{"__proto__":"x"}');
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
  });

  test.each([
    ["map --wrap a --unwrap b", "map cannot use both --wrap and --unwrap"],
    ["map --unwrap a b=1", "map --unwrap adds no fields; use a second map"],
    ["map b", "map needs fields as key=value (got 'b')"],
    ["map =x", "map needs fields as key=value (got '=x')"],
    ["map 'b={{ a | nosuch }}'", "Unknown template filter: nosuch"],
    ["map --wrap", "map --wrap needs a value"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});
