import { LobsterError } from "../errors.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { Environment } from "../ports.ts";
import type { Frame, InFlight, RunDocument, StepDocument } from "../run/documents.ts";
import { encodeDocument, stepKey } from "../run/keys.ts";
import { markOf } from "../run/process-marks.ts";
import type { RunWriter } from "../run/run-writer.ts";
import { composeStepMark } from "../run/step-mark.ts";
import type { RunEvent } from "../runtime.ts";
import type { JsonValue } from "../json.ts";
import type { LoadedWorkflow } from "../workflow/definition.ts";
import type { Scope, StepResult } from "../workflow/step-result.ts";
import type { CostLedger } from "./cost/ledger.ts";

/** One level of a running workflow: the root, or a sub-workflow started by a step of its parent. */
export interface FrameState {
  readonly loaded: LoadedWorkflow;
  readonly args: ReadonlyMap<string, JsonValue>;
  /** Ids of the enclosing `workflow:` steps, outermost first. */
  readonly path: readonly string[];
  readonly parent?: { readonly frame: FrameState; readonly stepId: string; readonly attempt: number };
  readonly environment: Environment;
  /** Where the frame runs when no `cwd` says otherwise (absolute). */
  readonly directory: string;
  readonly results: Map<string, StepResult>;
  /** The result that decides the run's output: the last completed one. */
  last: StepResult | undefined;
}

/** One execution of a run by this process, from taking the lease to the next gate or the end. */
export interface Execution {
  readonly host: RuntimeHost;
  readonly writer: RunWriter;
  /** Aborts when the caller cancels, somebody asks for it in the store, or the time is used up. */
  readonly signal: AbortSignal;
  /**
   * `started`: true from the moment something happened that cannot be taken back. `dispatched` counts what must not be
   * sent again on a guess (fault W24).
   */
  readonly effects: { started: boolean; dispatched: number };
  readonly emit: (event: RunEvent) => void;
  /** Results of the whole run so far, in the order in which steps finished: part of every gate's digest. */
  readonly finished: FinishedStep[];
  /** Executing time of the run so far, in ms, this execution included. */
  readonly usedMs: () => number;
  /** Digests of the sub-workflows whose path a step chose, by the path of step ids: pinned when first reached. */
  readonly chosenChildren: Map<string, string>;
  readonly warn: (text: string) => void;
  /** What the run has spent so far. */
  readonly cost: CostLedger;
  /** Names this execution in what it writes, see {@link InFlight.execution}. */
  readonly mark: string;
  /** Told about every process that a step starts, with the mark of the step. */
  readonly onSpawned: (pid: number, stepMark: string) => void;
}

/** A finished step. One that did not complete, or whose gate was asked again, does not decide its frame's output. */
export interface FinishedStep {
  readonly path: readonly string[];
  readonly result: StepResult;
  readonly completed: boolean;
}

/** Bytes per stream and process: the run's own cap, never above the host's. */
export function outputCap(execution: Pick<Execution, "host" | "writer">): number {
  return Math.min(execution.writer.current.limits.maxOutputBytes, execution.host.maxOutputBytes);
}

/** What templates and conditions of a frame can see. */
export function scopeOf(frame: FrameState): Scope {
  return { args: frame.args, result: (id) => frame.results.get(id) };
}

/** The run's cursor while `stepId` of `frame` is being worked on, outermost frame first. */
export function cursorAt(frame: FrameState, stepId: string, attempt: number): readonly Frame[] {
  const own: Frame = { definitionDigest: frame.loaded.digest, stepId, attempt };
  const { parent } = frame;
  return parent === undefined ? [own] : [...cursorAt(parent.frame, parent.stepId, parent.attempt), own];
}

/** Records that a step is about to run, so that a crash leaves a trace of what is unknown (promise 10). */
export async function recordStepStart(
  execution: Execution,
  frame: FrameState,
  stepId: string,
  attempt: number,
): Promise<void> {
  const inFlight = describeInFlight(execution, { stepId, path: frame.path, attempt });
  const stepCount = execution.finished.length;
  const run = await execution.writer.update(({ again: _again, ...current }) => ({
    ...current,
    ...execution.cost.stored(),
    executedMs: execution.usedMs(),
    frames: cursorAt(frame, stepId, attempt),
    inFlight: keepChildren(inFlight, current.inFlight),
    stepCount,
  }));
  assertNotCancelled(run);
}

/** Stops at once when somebody asked to cancel the run, without waiting for the next look at it. */
export function assertNotCancelled(run: RunDocument): void {
  if (run.cancelRequested !== undefined) throw cancelAsked(run.id);
}

/** The error of a run that somebody asked to cancel. */
export function cancelAsked(runId: string): LobsterError {
  return new LobsterError("cancelled", `Run ${runId} was cancelled`, { facts: { asked: true } });
}

/** What a crash from now on leaves unknown, and whose process it was. */
export function describeInFlight(
  { host, mark }: Pick<Execution, "host" | "mark">,
  work: Pick<InFlight, "stepId" | "path" | "attempt">,
): InFlight {
  return {
    ...work,
    ...markOf(host),
    startedAt: isoNow(host),
    execution: mark,
    stepMark: composeStepMark(mark, work),
  };
}

/** What a failed attempt of a step has left running is still the step's. */
function keepChildren(next: InFlight, before: InFlight | undefined): InFlight {
  if (before?.children === undefined || before.stepMark !== next.stepMark) return next;
  return { ...next, children: before.children };
}

/** What {@link recordStepEnd} needs beside the result. */
export interface StepEnding {
  readonly result: StepResult;
  readonly completed: boolean;
  readonly startedAt: number;
  readonly attempts: number;
}

/** Keeps a finished step's result: a document of its own, so that a long run is not rewritten at every step. */
export async function recordStepEnd(execution: Execution, frame: FrameState, ending: StepEnding): Promise<void> {
  const { result } = ending;
  frame.results.set(result.id, result);
  if (ending.completed) frame.last = result;
  await keepResult(execution, frame.path, ending);
}

/** Writes the next result of the run, unless it was taken over meanwhile: what another process keeps stays as it is. */
export async function keepResult(execution: Execution, path: readonly string[], ending: StepEnding): Promise<void> {
  const { host, writer } = execution;
  const { result } = ending;
  await writer.refresh();
  // Changes nothing; it throws when the run is somebody else's by now.
  const run: RunDocument = await writer.update(() => undefined);
  execution.finished.push({ path, result, completed: ending.completed });
  const document: StepDocument = {
    format: "lobster.step.v1",
    runId: run.id,
    path,
    stepId: result.id,
    result,
    completed: ending.completed,
    startedAt: new Date(ending.startedAt).toISOString(),
    endedAt: isoNow(host),
    attempts: ending.attempts,
    execution: execution.mark,
  };
  await writeStepDocument(host, stepKey(run.id, execution.finished.length), document);
}

/** A result left behind by an execution that started nothing (its gate was opened again) is written over. */
async function writeStepDocument(host: RuntimeHost, key: string, document: StepDocument): Promise<void> {
  const value = encodeDocument(document);
  if ((await host.store.create(key, value)).kind === "written") return;
  const stored = await host.store.read(key);
  if (stored !== undefined) await host.store.replace(key, value, stored.version);
}

/** Tells whoever watches that a step is over. */
export function emitEnd(
  execution: Execution,
  frame: FrameState,
  stepId: string,
  result: "done" | "skipped" | "failed",
): void {
  execution.emit({ kind: "step_ended", runId: execution.writer.current.id, path: frame.path, stepId, result });
}
