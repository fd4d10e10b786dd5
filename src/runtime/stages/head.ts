import type { JsonValue } from "../json.ts";
import { takesNumber } from "../pipeline/flags/kinds.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";

/** `head`: passes the first items on and ends the stages before it (stages-and-cli §6.1). */
export const head = defineStage({
  name: "head",
  description: "Pass on the first items only",
  flags: {
    n: takesNumber("How many items (default 10)", { invalid: "head --n must be a non-negative number", min: 0 }),
  },
  words: { description: "how many items, instead of --n", max: 1 },
  examples: ["exec git log --oneline | head --n 3"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags, positionals: [word] }) => {
    if (word === undefined) return { count: flags.n ?? 10 };
    if (flags.n !== undefined) throw usageError(`head takes the number once (got --n and '${word.slice(0, 20)}')`);
    return { count: readCount(word) };
  },
  run: ({ input, plan }) => ({ output: takeFirst(input, plan.count) }),
});

function readCount(word: string): number {
  const count = word.trim() === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(count) || count < 0) throw usageError("head --n must be a non-negative number");
  return count;
}

/** Asks for one item more than it passes on, so that a source that ends just there can still say that it failed. */
async function* takeFirst(input: AsyncIterable<JsonValue>, count: number): AsyncGenerator<JsonValue, void> {
  let taken = 0;
  for await (const item of input) {
    if (taken >= count) return;
    taken += 1;
    yield item;
  }
}
