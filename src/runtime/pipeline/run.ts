import { hasCode } from "../errors.ts";
import { throwIfAborted } from "./abort.ts";
import { openEntry, type PipelineStart } from "./entry.ts";
import type { PipelineStage } from "./grammar.ts";
import { collectItems, openStream, type ItemStream } from "./item-stream.ts";
import { describeHalt, placeOf, type HaltedPipeline, type PipelineOutcome } from "./outcome.ts";
import { getStage } from "./registry.ts";
import { createRenderedSink } from "./rendered-text.ts";
import type { StageHost } from "./stage-context.ts";
import { runStage, type Execution, type StageDrain, type StageHalt } from "./stage-run.ts";
import type { PreparedStage } from "./stage.ts";

/** One run of a pipeline. */
export type PipelineRun = PipelineStart & PipelineRunOptions;

/** How a pipeline is run, whatever it begins with. */
export interface PipelineRunOptions {
  readonly host: StageHost;
  readonly signal?: AbortSignal;
  /** Where renderers write in human mode; absent: their text is returned. */
  readonly stdout?: NodeJS.WritableStream;
  /** False where a pipeline cannot stop at `requestInput`. Default true. */
  readonly canSuspend?: boolean;
  /** Called once, and waited for, before the first stage that may have effects. A failure before it did nothing. */
  readonly onEffect?: () => void | Promise<void>;
  /** Called when the first such stage turned out not to have started anything, before its error is thrown. */
  readonly onNothingStarted?: () => void;
}

/**
 * Runs a pipeline to its end or to its next gate. Every stage is found and its words are checked before the first one
 * runs (the peer's fault F3). Items stream from stage to stage; a stage that stops reading ends those before it. Throws
 * `LobsterError`s of the stages, and the signal's reason when aborted; by then every process of the pipeline is over.
 */
export async function runPipeline(run: PipelineRun): Promise<PipelineOutcome> {
  const entry = openEntry(run);
  const prepared = await prepareStages(entry.stages.slice(entry.index), run.host);
  const signal = run.signal ?? new AbortController().signal;
  let effectStages = 0;
  const announce = once(run.onEffect);
  const execution: Execution = {
    host: run.host,
    entry,
    signal,
    canSuspend: run.canSuspend ?? true,
    streams: [openStream(entry.input, signal)],
    rendered: createRenderedSink(run.host, run.stdout),
    announceEffect: async () => {
      effectStages += 1;
      await announce();
    },
  };
  try {
    const outcome = await execute(execution, prepared);
    await closeAll(execution.streams);
    return outcome;
  } catch (error) {
    await closeAll(execution.streams).catch(() => undefined);
    if (effectStages === 1 && hasCode(error, "not_started")) run.onNothingStarted?.();
    throw error;
  }
}

/** Finds and checks every stage of a pipeline without running anything; also for checks before a run. */
export async function prepareStages(
  stages: readonly PipelineStage[],
  host: Pick<StageHost, "registry" | "environment">,
): Promise<readonly PreparedStage[]> {
  const prepared: PreparedStage[] = [];
  for (const { name, args } of stages) {
    const stage = await getStage(host.registry, name);
    prepared.push(stage.prepare(args, host.environment));
  }
  return prepared;
}

const NO_ITEMS: ItemStream = openStream([], new AbortController().signal);

async function execute(execution: Execution, prepared: readonly PreparedStage[]): Promise<PipelineOutcome> {
  const { entry, signal, streams, rendered } = execution;
  const halted = (offset: number, stop: StageHalt): PipelineOutcome =>
    describeHalt(entry, entry.index + offset, stop, rendered.result());
  let last = 0;
  let stoppedAt: HaltedPipeline["at"] | undefined;
  let drain = async (): Promise<StageDrain> => ({ kind: "items", items: await collectItems(streams[0] ?? NO_ITEMS) });
  for (const [offset, stage] of prepared.entries()) {
    throwIfAborted(signal);
    const end = await runStage(execution, stage, { isFirst: offset === 0, isLast: offset === prepared.length - 1 });
    if (end.kind === "halted") return halted(offset, end);
    drain = end.drain;
    last = offset;
    if (end.stops) {
      stoppedAt = placeOf(entry, entry.index + offset);
      break;
    }
  }
  throwIfAborted(signal);
  const end = await drain();
  if (end.kind === "halted") return halted(last, end);
  return { kind: "done", items: end.items, rendered: rendered.result(), ...(stoppedAt && { stoppedAt }) };
}

/** Closes what is still open, the latest stream first. All are closed; the first error is thrown. */
async function closeAll(streams: readonly ItemStream[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stream of streams.toReversed()) {
    await stream.close().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

function once(callback: (() => void | Promise<void>) | undefined): () => Promise<void> {
  let called: Promise<void> | undefined;
  return () => (called ??= (async () => callback?.())());
}
