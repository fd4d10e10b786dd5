import { collapseItems } from "../pipeline/collapse.ts";
import { takesText } from "../pipeline/flags/kinds.ts";
import { collectItems } from "../pipeline/item-stream.ts";
import { throwIfAborted } from "../pipeline/abort.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { requireState, stageStateKey } from "../pipeline/stage-state.ts";
import { diffAgainstLast } from "../pipeline/value-diff.ts";

/** `diff.last`: compares the items with what it saw last time, and remembers them (stages-and-cli §9.5). */
export const diffLast = defineStage({
  name: "diff.last",
  description: "Tell whether the items changed since the last time",
  flags: { key: takesText("The key under which the items are remembered") },
  words: { description: "the key, instead of --key", max: 1 },
  examples: ["exec --json gh pr view 1 --json title,state | diff.last --key pr-1 | where changed=true"],
  sideEffects: ["writes_state"],
  plan: ({ flags, positionals: [word] }) => {
    if (flags.key !== undefined && word !== undefined)
      throw usageError("diff.last takes the key once (got --key and a word)");
    const key = flags.key ?? word ?? "";
    if (key.trim() === "") throw usageError("diff.last requires --key");
    stageStateKey(key);
    return { key };
  },
  run: async ({ input, plan: { key }, context }) => {
    const after = collapseItems(await collectItems(input));
    throwIfAborted(context.signal);
    const { changed, before } = await diffAgainstLast(requireState(context), key, after);
    return { output: [{ kind: "diff.last", key, changed, before, after }] };
  },
});
