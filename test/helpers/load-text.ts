import { join } from "node:path";
import { LobsterError, type Problem } from "../../src/runtime/errors.ts";
import type { LoadedWorkflow } from "../../src/runtime/workflow/definition.ts";
import { loadWorkflow, type LoadOptions } from "../../src/runtime/workflow/load.ts";
import { makeFolder } from "./temp-folder.ts";

/** What a test says about a load; the environment is empty unless it says otherwise. */
export interface TextOptions extends Partial<LoadOptions> {
  /** Default `workflow.lobster`. */
  readonly name?: string;
  /** Further files beside it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Loads a workflow file with this text, from a folder of its own. */
export async function loadText(text: string, options: TextOptions = {}): Promise<LoadedWorkflow> {
  const { name = "workflow.lobster", files = {}, ...rest } = options;
  const folder = makeFolder({ [name]: text, ...files });
  return await loadWorkflow(join(folder, name), { environment: {}, ...rest });
}

/** The error a text does not load with. Fails the test when it loads, or throws anything else. */
export async function loadError(text: string, options: TextOptions = {}): Promise<LobsterError> {
  const outcome = await loadText(text, options).catch((thrown: unknown) => thrown);
  if (outcome instanceof LobsterError) return outcome;
  throw new Error(`expected a LobsterError, got ${String(outcome)}`);
}

/** The problems of a text, in order. */
export async function problemsOf(text: string, options: TextOptions = {}): Promise<readonly Problem[]> {
  return (await loadError(text, options)).problems;
}

/** The messages of a text's problems; empty when it loads. */
export async function messagesOf(text: string, options: TextOptions = {}): Promise<readonly string[]> {
  const outcome = await loadText(text, options).catch((thrown: unknown) => thrown);
  if (outcome instanceof LobsterError) return outcome.problems.map(({ message }) => message);
  if (outcome instanceof Error) throw outcome;
  return [];
}
