import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { itemsOf, run } from "../pipeline/test-host.ts";

describe("sort", () => {
  test.each<[string, readonly JsonValue[], readonly JsonValue[]]>([
    ["sort", [10, 9, 1], [1, 9, 10]],
    ["sort", ["b", "a", "B"], ["B", "a", "b"]],
    ["sort", [null, 2, null, 1], [1, 2, null, null]],
    ["sort --desc", [null, 2, 1], [2, 1, null]],
    ["sort --desc=false", [2, 1], [1, 2]],
    ["sort --desc", [1, 2], [2, 1]],
    ["sort --key n", [{ n: 2 }, { n: 1 }, {}], [{ n: 1 }, { n: 2 }, {}]],
    ["sort --key n.x --desc", [{ n: { x: 1 } }, {}, { n: { x: 2 } }], [{ n: { x: 2 } }, { n: { x: 1 } }, {}]],
    ["sort --key=", [2, 1], [1, 2]],
    ["sort", ["9", 10, "1", 2], [2, 10, "1", "9"]],
    ["sort", [{ b: 1 }, { a: 1 }], [{ a: 1 }, { b: 1 }]],
  ])("%s of %j is %j", async (pipeline, items, expected) => {
    expect(await itemsOf(pipeline, items)).toEqual(expected);
  });

  test("large integers are compared to the last digit", async () => {
    const items = [9007199254740993n, 9007199254740992n, 1];
    expect(await itemsOf("sort", items)).toEqual([1, 9007199254740992n, 9007199254740993n]);
  });

  test("equal items keep their order, also when descending", async () => {
    const items = [
      { k: 1, n: "a" },
      { k: 0, n: "b" },
      { k: 1, n: "c" },
    ];
    expect(await itemsOf("sort --key k | map --unwrap n", items)).toEqual(["b", "a", "c"]);
    expect(await itemsOf("sort --key k --desc | map --unwrap n", items)).toEqual(["a", "c", "b"]);
  });

  test("any mixture has one order, whatever order it came in", async () => {
    const item = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(item), async (items) => {
        const sorted = await itemsOf("sort", items);
        expect(await itemsOf("sort", items.toReversed())).toEqual(sorted);
        expect(await itemsOf("sort", sorted)).toEqual(sorted);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ["sort --key", "sort --key needs a value; write --key=VALUE"],
    ["sort n", "sort takes no positional words (got 'n')"],
    ["sort --desc=maybe", "sort --desc must be true or false (got 'maybe')"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});
