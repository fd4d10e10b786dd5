import type { JsonValue } from "../json.ts";
import { drainItems } from "../pipeline/item-stream.ts";
import { getStage } from "../pipeline/registry.ts";
import { defineStage } from "../pipeline/stage.ts";

/** `commands.list`: one item a command, in order of their names (stages-and-cli §3.3). */
export const commandsList = defineStage({
  name: "commands.list",
  description: "List the commands a pipeline can use, with their arguments and effects",
  flags: {},
  examples: ["commands.list | pick name,description | table"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: () => undefined,
  run: async ({ input, context: { registry } }) => {
    await drainItems(input);
    const output: JsonValue[] = [];
    for (const name of registry.list()) {
      const { description, argsSchema, examples, sideEffects } = await getStage(registry, name);
      output.push({ name, description, argsSchema, examples: [...examples], sideEffects: [...sideEffects] });
    }
    return { output };
  },
});
