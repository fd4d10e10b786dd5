import { expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { itemsOf, run } from "../pipeline/test-host.ts";

test.each<[string, readonly JsonValue[], readonly JsonValue[]]>([
  ["dedupe", [1, "1", 1, 2, "1"], [1, "1", 2]],
  [
    "dedupe",
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  ["dedupe", [null, null], [null]],
  [
    "dedupe --key a",
    [
      { a: 1, n: 1 },
      { a: 1, n: 2 },
    ],
    [{ a: 1, n: 1 }],
  ],
  ["dedupe --key a", [{ n: 1 }, { n: 2 }, { a: null }], [{ n: 1 }, { a: null }]],
  ["dedupe --key a.b", [{ a: { b: 1 } }, { a: { b: 1 } }], [{ a: { b: 1 } }]],
])("%s of %j is %j", async (pipeline, items, expected) => {
  expect(await itemsOf(pipeline, items)).toEqual(expected);
});

async function* endless(): AsyncGenerator<JsonValue> {
  for (let n = 0; ; n += 1) yield n % 100;
}

test("items go on as they come", async () => {
  expect(await itemsOf("dedupe | head --n 99", endless())).toHaveLength(99);
});

test.each([
  ["dedupe --key", "dedupe --key needs a value"],
  ["dedupe a", "dedupe takes no positional words (got 'a')"],
])("%s is refused", async (pipeline, message) => {
  await expect(run(pipeline)).rejects.toThrow(message);
});
