import { LobsterError } from "../../runtime/errors.ts";
import type { RequestInput, StageContext } from "../../runtime/pipeline/stage-context.ts";
import { createDefaultRegistry } from "../../runtime/pipeline/registry.ts";
import { createStageState } from "../../runtime/pipeline/stage-state.ts";
import { systemClock, systemIds } from "../../runtime/system.ts";
import { EMBED_STAGE_LIMITS } from "../limits.ts";
import { openStore } from "../state-store.ts";
import { adaptLlmAdapters } from "./llm-adapters.ts";
import { toStageRegistry } from "./host-stages.ts";
import { originOf } from "./command-context.ts";
import type { CommandContext } from "./command.ts";

/** What has to be known of a context to run a stage with it; a host may have put it together itself. */
export type GivenContext = Partial<Omit<CommandContext, "signal">> & { readonly signal?: AbortSignal | undefined };

/**
 * A stage's context for a command that a host calls itself: the one its `ctx` was made of, else a new one from what `ctx`
 * holds. Without `requestInput` nobody can be asked, so that `ask` halts with its question (stages-and-cli §10.3).
 */
export function openDirectContext(given: GivenContext): StageContext {
  const origin = isWhole(given) ? originOf(given) : undefined;
  return origin ?? createDirectContext(given);
}

function isWhole(given: GivenContext): given is CommandContext {
  return given.signal !== undefined && given.env !== undefined;
}

function createDirectContext(given: GivenContext): StageContext {
  const environment = given.env ?? {};
  const mode = given.mode ?? "tool";
  return {
    environment,
    cwd: given.cwd ?? process.cwd(),
    mode: given.requestInput === undefined && mode === "tool" ? "sdk" : mode,
    registry: given.registry === undefined ? createDefaultRegistry() : toStageRegistry(given.registry, undefined),
    state: createStageState(openStore(environment)),
    llmAdapters: adaptLlmAdapters(given.llmAdapters, {}),
    clock: systemClock,
    ids: systemIds,
    limits: EMBED_STAGE_LIMITS,
    terminal: null,
    ...(given.forceTerminationSignal && { forceSignal: given.forceTerminationSignal }),
    warn: (message) => void given.stderr?.write(`${message}\n`),
    reportUsage: () => undefined,
    signal: given.signal ?? new AbortController().signal,
    requestInput: given.requestInput ?? NOBODY_TO_ASK,
  };
}

const NOBODY_TO_ASK: RequestInput = Object.assign(
  () => Promise.reject(new LobsterError("step_failed", "requestInput is not supported in this pipeline context")),
  { getSuspendedState: () => undefined },
);
