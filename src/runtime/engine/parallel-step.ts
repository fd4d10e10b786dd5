import { LobsterError, messageOf } from "../errors.ts";
import type { BranchDefinition, StepDefinition, StepWork } from "../workflow/definition.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { resolveStdin } from "../workflow/template.ts";
import type { JsonValue } from "../json.ts";
import { composeStepMark } from "../run/step-mark.ts";
import { stringifyJson } from "../stable-json.ts";
import { runWithin } from "./attempts.ts";
import { holdBookings } from "./cost/held-book.ts";
import { describeSpender } from "./cost/spender.ts";
import { recordStepEnd, scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { WorkUnit } from "./shell-step.ts";
import { rawArguments, runUnit } from "./step-work.ts";
import { chooseDirectory, composeEnvironment } from "./step-surroundings.ts";

type ParallelWork = Extract<StepWork, { kind: "parallel" }>;

/** What became of a branch. */
type BranchEnd =
  | { readonly branch: BranchDefinition; readonly result: StepResult }
  | { readonly branch: BranchDefinition; readonly error: unknown };

/**
 * Runs all branches at once with the same view of earlier results. `all` waits for every branch, then fails with the first
 * failed one in declaration order; `any` takes the first success and stops the rest (workflows-and-checkpoints §7, W22).
 */
export async function runParallel(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  work: ParallelWork,
  signal: AbortSignal,
): Promise<StepResult> {
  const run = async (inner: AbortSignal): Promise<StepResult> => {
    const units = work.branches.map((branch) => ({
      branch,
      unit: branchUnit(execution, frame, step, { branch, signal: inner }),
    }));
    return work.wait === "all"
      ? await waitForAll(execution, frame, step, units)
      : await waitForAny(execution, frame, step, units, inner);
  };
  if (work.timeoutMs === undefined) return await run(signal);
  const message = `Parallel step ${step.id} timed out after ${work.timeoutMs}ms`;
  return await runWithin(signal, work.timeoutMs, message, run);
}

interface PreparedBranch {
  readonly branch: BranchDefinition;
  readonly unit: WorkUnit;
}

async function waitForAll(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  units: readonly PreparedBranch[],
): Promise<StepResult> {
  const ends = await Promise.all(units.map((prepared) => runBranch(execution, prepared, prepared.unit.signal)));
  throwOwnTimeout(units);
  const failed = ends.find((end) => "error" in end);
  if (failed !== undefined && "error" in failed) throw branchFailed(failed.error);
  const results = ends.flatMap((end) => ("result" in end ? [end.result] : []));
  for (const result of results) await keepBranch(execution, frame, result);
  const stdout = mergedJson(results);
  return { id: step.id, json: stdout, stdout: stringifyJson(stdout) };
}

async function waitForAny(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  units: readonly PreparedBranch[],
  signal: AbortSignal,
): Promise<StepResult> {
  const stop = new AbortController();
  const racing = AbortSignal.any([signal, stop.signal]);
  const ends: BranchEnd[] = [];
  const books = units.map(() => holdBookings(execution.cost));
  let winner: StepResult | undefined;
  await Promise.all(
    units.map(async (prepared, index) => {
      const cost = { ...execution.cost, ...books[index] };
      const end = await runBranch({ ...execution, cost }, prepared, racing);
      ends.push(end);
      if (winner !== undefined || !("result" in end)) return;
      winner = end.result;
      books[index]?.release();
      stop.abort(new LobsterError("cancelled", `Another branch of step ${step.id} was first`));
    }),
  );
  if (winner === undefined) for (const book of books) book.release();
  throwOwnTimeout(units);
  if (winner === undefined) throw firstDeclaredError(units, ends);
  await keepBranch(execution, frame, winner);
  return { id: step.id, json: mergedJson([winner]), stdout: winner.stdout ?? "" };
}

function branchUnit(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  { branch, signal }: { readonly branch: BranchDefinition; readonly signal: AbortSignal },
): WorkUnit {
  const scope = scopeOf(frame);
  return {
    id: branch.id,
    stepId: step.id,
    stepMark: composeStepMark(execution.mark, { path: frame.path, stepId: step.id }),
    scope,
    rawArgs: rawArguments(frame),
    stdin: branch.stdin === undefined ? undefined : (resolveStdin(branch.stdin.value, scope) ?? undefined),
    environment: composeEnvironment(frame, [step, branch]),
    directory: chooseDirectory(frame, [step, branch]),
    signal,
    spender: describeSpender(frame, branch.id, [step, branch]),
  };
}

async function runBranch(execution: Execution, prepared: PreparedBranch, signal: AbortSignal): Promise<BranchEnd> {
  const { branch, unit } = prepared;
  try {
    return { branch, result: await runUnit(execution, branch.work, { ...unit, signal }) };
  } catch (error) {
    return { branch, error };
  }
}

/** The block's or the step's own time being up, or a cancelled run, outweighs what the branches say. */
function throwOwnTimeout(units: readonly PreparedBranch[]): void {
  units[0]?.unit.signal.throwIfAborted();
}

function firstDeclaredError(units: readonly PreparedBranch[], ends: readonly BranchEnd[]): unknown {
  const inOrder = units.map((prepared) => ends.find((end) => end.branch === prepared.branch));
  const failed = inOrder.find((end) => end !== undefined && "error" in end);
  return failed !== undefined && "error" in failed ? failed.error : new LobsterError("internal", "No branch ran");
}

function branchFailed(error: unknown): LobsterError {
  const known = error instanceof LobsterError ? error : undefined;
  return new LobsterError(known?.code ?? "step_failed", `Parallel branch failed: ${messageOf(error)}`, {
    ...(known === undefined ? {} : { type: known.type, facts: known.facts }),
    cause: error,
  });
}

async function keepBranch(execution: Execution, frame: FrameState, result: StepResult): Promise<void> {
  const { last } = frame;
  await recordStepEnd(execution, frame, {
    result,
    completed: true,
    startedAt: execution.host.clock.now(),
    attempts: 1,
  });
  // A branch never decides the run's output; its block does.
  frame.last = last;
}

function mergedJson(results: readonly StepResult[]): JsonValue {
  return Object.fromEntries(results.flatMap((result) => (result.json === undefined ? [] : [[result.id, result.json]])));
}
