import type { JsonValue } from "../../../src/runtime/json.ts";
import { parsePipeline } from "../../../src/runtime/pipeline/grammar.ts";
import type { PipelineOutcome } from "../../../src/runtime/pipeline/outcome.ts";
import { createDefaultRegistry } from "../../../src/runtime/pipeline/registry.ts";
import { runPipeline, type PipelineRunOptions } from "../../../src/runtime/pipeline/run.ts";
import type { StageHost } from "../../../src/runtime/pipeline/stage-context.ts";
import { DEFAULT_STAGE_LIMITS } from "../../../src/runtime/pipeline/stage-limits.ts";
import { createStageState } from "../../../src/runtime/pipeline/stage-state.ts";
import type { StageOutput } from "../../../src/runtime/pipeline/stage.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import { createMemoryStore } from "./memory-store.ts";

/** A host with nothing behind it but memory; a test replaces what it is about. */
export function createTestHost(overrides: Partial<StageHost> = {}): StageHost {
  return {
    environment: { PATH: process.env["PATH"] },
    cwd: process.cwd(),
    mode: "tool",
    registry: createDefaultRegistry(),
    state: createStageState(createMemoryStore()),
    llmAdapters: new Map(),
    clock: systemClock,
    ids: systemIds,
    limits: { ...DEFAULT_STAGE_LIMITS, maxOutputBytes: 8 * 1024 * 1024 },
    terminal: null,
    warn: () => undefined,
    reportUsage: () => undefined,
    ...overrides,
  };
}

/** Runs a pipeline text on a test host. */
export async function run(
  pipeline: string,
  input: StageOutput = [],
  { host = createTestHost(), ...options }: Partial<PipelineRunOptions> = {},
): Promise<PipelineOutcome> {
  return runPipeline({ stages: parsePipeline(pipeline), input, host, ...options });
}

/** The items of a pipeline that runs to its end. */
export async function itemsOf(
  pipeline: string,
  input: StageOutput = [],
  options: Partial<PipelineRunOptions> = {},
): Promise<readonly JsonValue[]> {
  const outcome = await run(pipeline, input, options);
  if (outcome.kind !== "done") throw new Error(`expected the pipeline to end, it stopped at ${outcome.at.stage}`);
  return outcome.items;
}

/** The gate a pipeline stops at. */
export async function haltOf(
  pipeline: string,
  input: StageOutput = [],
  options: Partial<PipelineRunOptions> = {},
): Promise<Extract<PipelineOutcome, { kind: "halted" }>> {
  const outcome = await run(pipeline, input, options);
  if (outcome.kind !== "halted") throw new Error("expected the pipeline to stop");
  return outcome;
}
