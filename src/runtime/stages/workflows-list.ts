import { drainItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";
import { RECIPES } from "./github/recipes.ts";

/** `workflows.list`: one item a workflow that comes with Lobster (stages-and-cli §18.1). */
export const workflowsList = defineStage({
  name: "workflows.list",
  description: "List the workflows that come with Lobster",
  flags: {},
  examples: ["workflows.list | pick name,description | table"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: () => undefined,
  run: async ({ input }) => {
    await drainItems(input);
    return {
      output: Array.from(RECIPES.values(), ({ name, description, argsSchema, examples, sideEffects }) => ({
        name,
        description,
        argsSchema,
        examples: [...examples],
        sideEffects: [...sideEffects],
      })),
    };
  },
});
