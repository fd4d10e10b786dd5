import { expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { run } from "../pipeline/test-host.ts";

async function tableOf(items: readonly JsonValue[]): Promise<string | undefined> {
  const outcome = await run("table", items);
  expect(outcome).toMatchObject({ kind: "done", items });
  return outcome.rendered?.text;
}

test.each<[string, readonly JsonValue[], string]>([
  ["no items", [], "(no results)\n"],
  [
    "objects",
    [
      { a: 1, long: "text" },
      { a: null, b: [1] },
    ],
    "a    long  b  \n---  ----  ---\n1    text     \n           [1]\n",
  ],
  ["a line break in a cell", [{ a: "x\ny" }], "a  \n---\nx y\n"],
  ["texts", ["a", "b\nc"], "a\nb\nc\n"],
  ["a mixture", [{ a: 1 }, "b", null], '{"a":1}\nb\n\n'],
  ["inherited names", [{ constructor: 1 }, {}], "constructor\n-----------\n1          \n           \n"],
])("%s", async (_, items, expected) => {
  expect(await tableOf(items)).toBe(expected);
});

test("columns come from the first 20 items; a later item that is no object is a blank row", async () => {
  const items = [...Array.from({ length: 20 }, () => ({ a: 1 })), { b: 2 }, "x"];
  const lines = (await tableOf(items))?.split("\n") ?? [];
  expect([lines[0], lines[2], lines[22], lines[23]]).toEqual(["a  ", "1  ", "   ", "   "]);
});
