import type { JsonObject } from "../../json.ts";
import type { SideEffect } from "../../pipeline/stage.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { prepareMonitor, prepareNotify } from "./pr-monitor.ts";

/** A workflow that comes with Lobster. */
export interface Recipe {
  readonly name: string;
  readonly description: string;
  readonly argsSchema: JsonObject;
  readonly examples: readonly JsonObject[];
  readonly sideEffects: readonly SideEffect[];
  /** Checks the arguments, before anything runs; throws usage errors. What it returns runs the workflow. */
  prepare(args: JsonObject): (context: StageContext) => Promise<JsonObject>;
}

const TARGET = {
  repo: { type: "string", description: "owner/name" },
  pr: { type: "number", description: "Number of the pull request" },
  key: { type: "string", description: "The key under which its last state is remembered" },
} as const;

const ALL: readonly Recipe[] = [
  {
    name: "github.pr.monitor",
    description: "Tell what changed in a pull request since the last time",
    argsSchema: {
      type: "object",
      properties: { ...TARGET, changesOnly: { type: "boolean" }, summaryOnly: { type: "boolean" } },
      required: ["repo", "pr"],
      additionalProperties: false,
    },
    examples: [{ args: { repo: "octocat/hello-world", pr: 1 }, description: "Watch a pull request" }],
    sideEffects: ["local_exec", "calls_github", "writes_state"],
    prepare: prepareMonitor,
  },
  {
    name: "github.pr.monitor.notify",
    description: "Compose a message when a pull request has changed",
    argsSchema: { type: "object", properties: TARGET, required: ["repo", "pr"], additionalProperties: false },
    examples: [{ args: { repo: "octocat/hello-world", pr: 1 }, description: "Tell about a changed pull request" }],
    sideEffects: ["local_exec", "calls_github", "writes_state"],
    prepare: prepareNotify,
  },
];

/** The workflows that come with Lobster, by name. Looked up in a map: inherited names are no workflows (fault F1). */
export const RECIPES: ReadonlyMap<string, Recipe> = new Map(ALL.map((recipe) => [recipe.name, recipe]));
