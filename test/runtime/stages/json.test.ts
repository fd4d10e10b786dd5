import { expect, test } from "vitest";
import { run } from "../pipeline/test-host.ts";

test.each([
  [[], "[]\n"],
  [[1, "a"], '[\n  1,\n  "a"\n]\n'],
])("json of %j", async (items, text) => {
  expect(await run("json", items)).toEqual({ kind: "done", items, rendered: { text, written: false } });
});

test("large integers keep their digits", async () => {
  expect((await run("json", [9007199254740993n])).rendered?.text).toBe("[\n  9007199254740993\n]\n");
});

test("a renderer passes its items on to the next one", async () => {
  const outcome = await run("json | table", ["a"]);
  expect(outcome).toMatchObject({ items: ["a"], rendered: { text: '[\n  "a"\n]\na\n' } });
});

test("json takes no words", async () => {
  await expect(run("json x")).rejects.toThrow("json takes no positional words (got 'x')");
});
