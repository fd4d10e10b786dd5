import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { haltOf, itemsOf, run } from "../pipeline/test-host.ts";

const EMPTY: readonly [pipeline: string, items: readonly JsonValue[]][] = [
  ["head", []],
  ["pick a", []],
  ["where a=1", []],
  ["map --wrap a", []],
  ["sort", []],
  ["dedupe", []],
  ["groupBy --key a", []],
  ["template x", []],
  ["json", []],
  ["table", []],
  ["state.set k", [[]]],
  ["state.get k", [null]],
  ["exec --stdin jsonl cat", []],
  ["exec --stdin json --json cat", []],
];

test.each(EMPTY)("%s of no items", async (pipeline, items) => {
  expect(await itemsOf(pipeline)).toEqual(items);
});

describe("100,000 items", () => {
  const input = Array.from({ length: 100_000 }, (_, n) => ({ n, text: `item ${n % 10}` }));

  test.each([
    ["head --n 99999", 99_999],
    ["pick n", 100_000],
    ["where text!='item 1'", 90_000],
    ["map --wrap a", 100_000],
    ["map --unwrap n", 100_000],
    ["sort --key text", 100_000],
    ["dedupe --key text", 10],
    ["groupBy --key text", 10],
    ["template '{{ n }}'", 100_000],
    ["json", 100_000],
    ["table", 100_000],
    ["exec --stdin jsonl cat", 100_000],
    ["exec --stdin json --json cat", 100_000],
    ["state.set k", 1],
    ["diff.last k", 1],
  ])("%s passes on %i", async (pipeline, count) => {
    const host = { limits: { maxOutputBytes: 64 * 1024 * 1024 } };
    const { createTestHost } = await import("../pipeline/test-host.ts");
    const base = createTestHost();
    const outcome = await run(pipeline, input, { host: { ...base, limits: { ...base.limits, ...host.limits } } });
    expect(outcome).toMatchObject({ kind: "done", items: { length: count } });
  });

  test("approve shows them all and goes on with them all", async () => {
    const { request, continuation } = await haltOf("approve --preview-from-stdin", input);
    expect(request).toMatchObject({ items: { length: 100_000 } });
    expect(continuation).toMatchObject({ items: { length: 100_000 } });
  });

  test("ask shows the first 2,000 characters and says so", async () => {
    const { request } = await haltOf("ask --subject-from-stdin", input);
    const text = expect.stringMatching(/^.{2000}$/s) as unknown;
    expect(request).toMatchObject({ subject: { text, truncated: true } });
  });
});
