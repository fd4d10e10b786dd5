import { drainItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";
import { requireState, stageStateKey } from "../pipeline/stage-state.ts";

/** `state.get`: passes on a stored value as one item, null when there is none (stages-and-cli §9.3). */
export const stateGet = defineStage({
  name: "state.get",
  description: "Pass on a stored value",
  flags: {},
  words: { description: "the key", min: 1, max: 1, missing: "state.get requires a key" },
  examples: ["state.get last-release"],
  sideEffects: ["reads_state"],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ positionals: [key = ""] }) => {
    stageStateKey(key);
    return { key };
  },
  run: async ({ input, plan, context }) => {
    await drainItems(input);
    return { output: [(await requireState(context).read(plan.key)) ?? null] };
  },
});
