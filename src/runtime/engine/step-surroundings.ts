import { dirname, resolve } from "node:path";
import { stringifyJson } from "../stable-json.ts";
import type { JsonValue } from "../json.ts";
import type { Environment } from "../ports.ts";
import { argumentText, renderArguments, renderTemplate } from "../workflow/template.ts";
import { argumentVariable, isArgumentVariable } from "../workflow/references/variables.ts";
import type { Scope } from "../workflow/step-result.ts";
import { scopeOf, type FrameState } from "./execution.ts";

/** What decides a unit's environment and directory: a step, a branch, or a loop's sub-step. */
export interface UnitSurroundings {
  readonly env: ReadonlyMap<string, string>;
  readonly cwd?: string;
}

/**
 * The environment of a step (workflows-and-checkpoints §2.6): the run's, then the arguments, then the workflow's `env`,
 * then the step's. `layers` go from the outermost to the innermost.
 */
export function composeEnvironment(
  frame: FrameState,
  layers: readonly UnitSurroundings[],
  scope: Scope = scopeOf(frame),
): Environment {
  const environment: Record<string, string | undefined> = { ...frame.environment, ...argumentVariables(frame.args) };
  const render = (env: ReadonlyMap<string, string>): void => {
    for (const [name, text] of env) environment[name] = renderTemplate(text, scope);
  };
  render(frame.loaded.definition.env);
  for (const layer of layers) render(layer.env);
  return environment;
}

/** `LOBSTER_ARGS_JSON` and one `LOBSTER_ARG_<NAME>` per argument. */
export function argumentVariables(args: ReadonlyMap<string, JsonValue>): Readonly<Record<string, string>> {
  const variables: Record<string, string> = { LOBSTER_ARGS_JSON: stringifyJson(Object.fromEntries(args)) };
  for (const [name, value] of args) {
    const variable = argumentVariable(name);
    if (variable !== undefined) variables[variable] = argumentText(value);
  }
  return variables;
}

/** The environment a sub-workflow starts from: the calling step's without the caller's arguments (fault W23). */
export function withoutArguments(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isArgumentVariable(name)));
}

/**
 * The directory of a step: the innermost `cwd` that is set, else the frame's. Only one counts; they are not joined. A
 * relative one starts at the workflow file's folder (fault W20).
 */
export function chooseDirectory(frame: FrameState, layers: readonly UnitSurroundings[]): string {
  const innermostFirst = [...layers].toReversed().map((layer) => layer.cwd);
  const written = [...innermostFirst, frame.loaded.definition.cwd].find((cwd) => cwd !== undefined);
  const text = written === undefined ? "" : renderArguments(written, frame.args);
  return text === "" ? frame.directory : resolve(dirname(frame.loaded.filePath), text);
}
