import { realpath } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { LobsterError } from "../errors.ts";
import type { Environment } from "../ports.ts";
import { readGiven, type GivenArguments } from "./arguments.ts";
import type { LoadedWorkflow } from "./definition.ts";
import { loadFile } from "./load/load-file.ts";
import type { LoadSession } from "./load/open-file.ts";
import type { LoadPurpose, StageCatalog } from "./references/check-scope.ts";

export type { LoadPurpose, StageCatalog } from "./references/check-scope.ts";

/** How a workflow is loaded. */
export interface LoadOptions {
  /** What is given to the run. Left out when no run starts: then arguments that decide anything may still come. */
  readonly args?: GivenArguments;
  /** What steps inherit: a command may use these variables. */
  readonly environment: Environment;
  /** When given, a pipeline stage that is not in it is a problem. */
  readonly stages?: StageCatalog;
  /** `plan` for a dry run; default `run`. */
  readonly purpose?: LoadPurpose;
  /** For a sub-workflow loaded when its step is reached: the files being executed, outermost first, and that step. */
  readonly calledBy?: { readonly files: readonly string[]; readonly stepId: string };
}

/**
 * Loads a workflow with everything it includes and checks all of it before anything runs. Throws `invalid_workflow` with
 * every problem and its place (the message is the first one's), or `invalid_request` for a path that names no file.
 */
export async function loadWorkflow(filePath: string, options: LoadOptions): Promise<LoadedWorkflow> {
  const { calledBy } = options;
  const session: LoadSession = {
    purpose: options.purpose ?? "run",
    stages: options.stages,
    isRunning: calledBy !== undefined,
    documents: new Map(),
    loads: { count: 0 },
    load: (request) => loadFile(session, request),
  };
  const absolute = resolve(filePath);
  const outcome = await loadFile(session, {
    filePath: absolute,
    ...(calledBy === undefined ? {} : { stepId: calledBy.stepId }),
    callers: await Promise.all((calledBy?.files ?? []).map(realPathOf)),
    given: {
      values: readGiven(options.args),
      pending: new Set(),
      open: new Set(),
      isFinal: options.args !== undefined,
    },
    inherits: (name) => Object.hasOwn(options.environment, name) && options.environment[name] !== undefined,
    afterGate: false,
  });
  const [first] = outcome.problems;
  if (outcome.loaded !== undefined && first === undefined) return outcome.loaded;
  throw new LobsterError("invalid_workflow", first?.message ?? "Workflow file cannot be loaded", {
    problems: outcome.problems,
    facts: { filePath: absolute },
  });
}

/** Refuses a path without one of the endings of a workflow file (any letter case). Sub-workflows may have any name. */
export function assertWorkflowPath(filePath: string): void {
  if (ENDINGS.has(extname(filePath).toLowerCase())) return;
  throw new LobsterError("invalid_request", "Workflow file must end in .lobster, .yaml, .yml, or .json");
}

const ENDINGS: ReadonlySet<string> = new Set([".lobster", ".yaml", ".yml", ".json"]);

async function realPathOf(filePath: string): Promise<string> {
  return await realpath(filePath).catch(() => filePath);
}
