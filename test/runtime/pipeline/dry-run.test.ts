import { expect, test } from "vitest";
import { describeDryRun } from "../../../src/runtime/pipeline/dry-run.ts";
import { parsePipeline } from "../../../src/runtime/pipeline/grammar.ts";
import { createDefaultRegistry } from "../../../src/runtime/pipeline/registry.ts";

const registry = createDefaultRegistry();

test.each([
  ["head", "[DRY RUN] Pipeline (1 stage):\n  1. head\n"],
  [
    "exec --json --shell 'ls -l' | head --n 2 | pick a b",
    "[DRY RUN] Pipeline (3 stages):\n  1. exec  args: json=true, shell=ls -l\n  2. head  args: n=2\n  3. pick  args: a, b\n",
  ],
  ["map 'a=\u001b[31m'", "[DRY RUN] Pipeline (1 stage):\n  1. map  args: a=\\u{1b}[31m\n"],
])("%j", async (text, expected) => {
  expect(await describeDryRun(parsePipeline(text), registry)).toBe(expected);
});

test("an unknown command is refused", async () => {
  await expect(describeDryRun(parsePipeline("head | nosuch"), registry)).rejects.toThrow("Unknown command: nosuch");
});
