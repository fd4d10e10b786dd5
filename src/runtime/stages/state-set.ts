import { collapseItems } from "../pipeline/collapse.ts";
import { collectItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";
import { requireState, stageStateKey } from "../pipeline/stage-state.ts";

/** `state.set`: stores its items under a key and passes the stored value on as one item (stages-and-cli §9.4). */
export const stateSet = defineStage({
  name: "state.set",
  description: "Store the items as a value",
  flags: {},
  words: { description: "the key", min: 1, max: 1, missing: "state.set requires a key" },
  examples: ["exec git rev-parse HEAD | state.set last-release"],
  sideEffects: ["writes_state"],
  plan: ({ positionals: [key = ""] }) => {
    stageStateKey(key);
    return { key };
  },
  run: async ({ input, plan, context }) => {
    const value = collapseItems(await collectItems(input));
    await requireState(context).write(plan.key, value);
    return { output: [value] };
  },
});
