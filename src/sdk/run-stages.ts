import type { PipelineStart } from "../runtime/pipeline/entry.ts";
import type { PipelineStage } from "../runtime/pipeline/grammar.ts";
import { runPipeline } from "../runtime/pipeline/run.ts";
import type { GateClaim } from "./gate/gate-claim.ts";
import { storeGate } from "./gate/open-gate.ts";
import { openItems } from "./items.ts";
import { endedResult, failedResult, type LobsterResult } from "./result.ts";
import { createSdkHost, type LobsterOptions, type SdkHost } from "./sdk-host.ts";
import { stageName } from "./sdk-stage.ts";
import type { PipedStage } from "./stage.ts";

/** Runs a workflow from its first stage to its first gate or its end. Failures of stages are results, never thrown. */
export async function runStages(
  piped: readonly PipedStage[],
  input: unknown,
  options: LobsterOptions,
): Promise<LobsterResult> {
  const stages: readonly PipelineStage[] = piped.map((_, index) => ({
    name: stageName(index),
    args: { _: [] },
    raw: stageName(index),
  }));
  try {
    const host = createSdkHost(piped, options);
    return await runFrom({ stages, input: openItems(input) }, { host, stageCount: piped.length, options });
  } catch (thrown) {
    return failedResult(thrown, options.signal);
  }
}

/** What a run of stages needs beside its start. */
export interface StageRun {
  readonly host: SdkHost;
  readonly stageCount: number;
  readonly options: LobsterOptions;
  /** The gate the run goes on from: used up before the first stage that may have effects, at the latest at the end. */
  readonly claim?: GateClaim;
}

/** Runs to the next gate or the end. Throws what a stage threw, and what the claim threw. */
export async function runFrom(start: PipelineStart, run: StageRun): Promise<LobsterResult> {
  const { host, claim } = run;
  const { signal } = run.options;
  const outcome = await runPipeline({
    ...start,
    host: host.stages,
    ...(signal && { signal }),
    onEffect: () => claim?.take(signal),
  });
  if (outcome.kind === "done") {
    await claim?.take();
    return endedResult("ok", outcome.items);
  }
  // The next gate is there before the last one is used up: a crash in between loses nothing.
  const next = await storeGate(host, outcome, run.stageCount);
  try {
    await claim?.take();
  } catch (error) {
    await next.withdraw();
    throw error;
  }
  return next.result;
}
