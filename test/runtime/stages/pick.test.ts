import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { itemsOf, run } from "../pipeline/test-host.ts";

describe("pick", () => {
  test.each<[string, JsonValue, JsonValue]>([
    ["pick b,a", { a: 1, b: 2, c: 3 }, { b: 2, a: 1 }],
    ["pick a, b", { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }],
    ["pick ' a ,, b '", { a: 1, b: 2 }, { a: 1, b: 2 }],
    ["pick a,x", { a: 1 }, { a: 1 }],
    ["pick a", { a: null }, { a: null }],
    ["pick u.id", { u: { id: 1 } }, { "u.id": 1 }],
    ["pick u.id", { "u.id": 2, u: { id: 1 } }, { "u.id": 2 }],
    ["pick l.0", { l: ["x"] }, { "l.0": "x" }],
    ["pick constructor,__proto__", { a: 1 }, {}],
    ["pick a", "text", "text"],
    ["pick a", null, null],
    ["pick a", [1, 2], [1, 2]],
  ])("%s of %j is %j", async (pipeline, item, expected) => {
    expect(await itemsOf(pipeline, [item])).toEqual([expected]);
  });

  test("a field named __proto__ is an ordinary one", async () => {
    const item = JSON.parse('{"__proto__":1}') as JsonValue;
    const [picked] = await itemsOf("pick __proto__", [item]);
    expect(JSON.stringify(picked)).toBe('{"__proto__":1}');
  });

  test.each(["pick", "pick ''", "pick , ,"])("%s is refused", async (pipeline) => {
    await expect(run(pipeline)).rejects.toThrow("pick requires a comma-separated field list");
  });
});
