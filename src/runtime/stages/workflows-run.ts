import { isJsonObject, ownMember, type JsonObject } from "../json.ts";
import { takesJson, takesText } from "../pipeline/flags/kinds.ts";
import { drainItems } from "../pipeline/item-stream.ts";
import { nearestName } from "../pipeline/nearest-name.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { RECIPES, type Recipe } from "./github/recipes.ts";

/** `workflows.run`: runs a workflow that comes with Lobster (stages-and-cli §18.2). */
export const workflowsRun = defineStage({
  name: "workflows.run",
  description: "Run a workflow that comes with Lobster",
  flags: {
    name: takesText("The workflow"),
    argsJson: takesJson("Its arguments, as a JSON object", { invalid: "workflows.run --args-json must be valid JSON" }),
  },
  words: { description: "the workflow, instead of --name", max: 1 },
  examples: [`workflows.run github.pr.monitor --args-json '{"repo":"octocat/hello-world","pr":1}'`],
  sideEffects: ["local_exec", "calls_github", "writes_state"],
  plan: ({ flags, positionals: [word] }) => {
    if (flags.name !== undefined && word !== undefined) throw usageError("workflows.run takes the name once");
    const name = (flags.name ?? word ?? "").trim();
    if (name === "") throw usageError("workflows.run requires --name");
    const recipe = RECIPES.get(name);
    if (recipe === undefined) throw usageError(`Unknown workflow: ${name}`);
    return recipe.prepare(checkArguments(recipe, flags.argsJson === undefined ? {} : flags.argsJson));
  },
  run: async ({ input, plan: runRecipe, context }) => {
    await drainItems(input);
    return { output: [await runRecipe(context)] };
  },
});

/** Only names the recipe knows; which values fit is the recipe's to say. */
function checkArguments({ name, argsSchema }: Recipe, args: unknown): JsonObject {
  if (!isJsonObject(args)) throw usageError("workflows.run --args-json must be a JSON object");
  const properties = ownMember(argsSchema, "properties");
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const unknown = Object.keys(args).find((argument) => !known.includes(argument));
  if (unknown === undefined) return args;
  const nearest = nearestName(unknown, known);
  const hint = nearest === undefined ? `it takes ${known.join(", ")}` : `did you mean '${nearest}'?`;
  throw usageError(`${name} has no argument '${unknown}'; ${hint}`);
}
