import type { RuntimeHost } from "../host.ts";
import { createDefaultRegistry, type StageRegistry } from "../pipeline/registry.ts";
import type { StageHost } from "../pipeline/stage-context.ts";
import { DEFAULT_STAGE_LIMITS } from "../pipeline/stage-limits.ts";
import { createStageState } from "../pipeline/stage-state.ts";
import type { Environment } from "../ports.ts";

let registry: StageRegistry | undefined;

/** The built-in stages, made once a process. */
export function defaultRegistry(): StageRegistry {
  registry ??= createDefaultRegistry();
  return registry;
}

/** What differs from one pipeline of a run to another. */
export interface StageSurroundings {
  readonly environment: Environment;
  readonly cwd: string;
  readonly maxOutputBytes: number;
  /** Where the usage of language models is booked; absent: nowhere, as in pipelines outside a workflow. */
  readonly reportUsage?: StageHost["reportUsage"];
  readonly onDispatch?: () => void;
  readonly onSpawned?: (pid: number) => void;
}

/** What the stages of a pipeline get from the runtime. Nobody answers at a terminal here: a question is a gate. */
export function createStageHost(host: RuntimeHost, surroundings: StageSurroundings): StageHost {
  return {
    environment: surroundings.environment,
    cwd: surroundings.cwd,
    mode: host.mode,
    registry: host.registry ?? defaultRegistry(),
    state: createStageState(host.store),
    llmAdapters: host.llmAdapters ?? new Map(),
    clock: host.clock,
    ids: host.ids,
    limits: { ...DEFAULT_STAGE_LIMITS, maxOutputBytes: surroundings.maxOutputBytes },
    terminal: null,
    ...(host.forceSignal === undefined ? {} : { forceSignal: host.forceSignal }),
    warn: (message) => host.stderr?.(`${message}\n`),
    reportUsage: surroundings.reportUsage ?? (() => undefined),
    ...(surroundings.onDispatch === undefined ? {} : { onDispatch: surroundings.onDispatch }),
    ...(surroundings.onSpawned === undefined ? {} : { onSpawned: surroundings.onSpawned }),
  };
}
