import { collectItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";
import { stringifyJson } from "../stable-json.ts";

/** `json`: shows all items as indented JSON (stages-and-cli §7.1) and passes them on. */
export const json = defineStage({
  name: "json",
  description: "Show the items as indented JSON",
  flags: {},
  examples: ["exec --json gh pr view 1 --json title,state | json"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: () => undefined,
  run: async ({ input }) => {
    const items = await collectItems(input);
    return { output: items, rendered: `${stringifyJson(items, 2)}\n` };
  },
});
