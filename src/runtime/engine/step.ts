import { LobsterError, hasCode, messageOf } from "../errors.ts";
import type { GateDocument } from "../run/documents.ts";
import type { StepDefinition } from "../workflow/definition.ts";
import { stepHoldsGate } from "../workflow/gates.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { openApprovalGate } from "./approval-step.ts";
import { isFinal, runAttempts } from "./attempts.ts";
import { assertCostAllowed, checkCost } from "./cost/limit.ts";
import { emitEnd, recordStepEnd, recordStepStart, type Execution, type FrameState } from "./execution.ts";
import type { ResumePoint, StepOutcome, Suspension } from "./outcome.ts";

import { performWork } from "./step-work.ts";

/**
 * Runs a step's work with its attempts, keeps the result, and opens its gate if it has one. `resume` goes on inside the
 * step: in its child workflow, or in its pipeline after an answer.
 */
export async function runStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  resume?: ResumePoint,
): Promise<StepOutcome> {
  const startedAt = execution.host.clock.now();
  execution.emit({ kind: "step_started", runId: execution.writer.current.id, path: frame.path, stepId: step.id });
  let pending = resume;
  let done: { readonly value: StepResult | Suspension; readonly attempts: number };
  try {
    const assertAllowed = (): void => assertCostAllowed(execution, frame);
    done = await runAttempts(
      execution,
      step,
      async (attempt) => {
        // A failed attempt after an answer starts the step afresh: the answer belongs to the attempt that asked.
        const point = pending;
        pending = undefined;
        // Going on inside a called workflow starts nothing yet: what does is recorded there.
        const isInside = point !== undefined && point.steps.length > 0;
        if (!isInside) await recordStepStart(execution, frame, step.id, attempt.number);
        return await performWork(execution, frame, step, {
          ...attempt,
          ...(point === undefined ? {} : { resume: point }),
        });
      },
      {
        beforeRetry: assertAllowed,
        ...(resume === undefined ? {} : { first: resume.frames[frame.path.length]?.attempt ?? 1 }),
      },
    );
    if (!isSuspension(done.value)) checkCost(execution, frame);
  } catch (thrown) {
    return await failStep(execution, frame, step, startedAt, thrown);
  }
  if (isSuspension(done.value)) return done.value;
  const result = done.value;
  if (step.approval !== undefined) return await openApprovalGate(execution, frame, step, step.approval, result);
  await recordStepEnd(execution, frame, { result, completed: true, startedAt, attempts: done.attempts });
  emitEnd(execution, frame, step.id, "done");
  return { kind: "next" };
}

/** Adds a decision to the result of the gate's step, so that later steps see it, and goes on. */
export async function finishGate(execution: Execution, frame: FrameState, gate: GateDocument): Promise<StepOutcome> {
  const result = decidedResult(gate);
  const startedAt = Date.parse(gate.createdAt);
  await recordStepEnd(execution, frame, { result, completed: true, startedAt, attempts: 1 });
  emitEnd(execution, frame, gate.stepId, "done");
  return { kind: "next" };
}

/** The result of a gate's step, with what was decided. */
export function decidedResult(gate: GateDocument): StepResult {
  return gate.request.type === "input_request" ? answeredResult(gate) : approvedResult(gate);
}

function approvedResult(gate: GateDocument): StepResult {
  const { decision } = gate;
  const initiatedBy = gate.policy.initiatedBy;
  // Without a name there is no vote, only the decision.
  const votes = gate.votes.length > 0 ? gate.votes : [{ by: decision?.by, at: decision?.at, reason: decision?.reason }];
  return {
    ...(gate.result ?? { id: gate.stepId }),
    approved: true,
    ...(decision?.by === undefined ? {} : { approvedBy: decision.by }),
    approvals: votes.map(({ by, at, reason }) => ({ by: by ?? null, at: at ?? null, reason: reason ?? null })),
    ...(decision?.reason === undefined ? {} : { reason: decision.reason }),
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
  };
}

function answeredResult(gate: GateDocument): StepResult {
  const subject = gate.request.type === "input_request" ? gate.request.subject : undefined;
  return {
    id: gate.stepId,
    ...(subject === undefined ? {} : { subject }),
    response: gate.response?.value ?? null,
  };
}

/** `on_error`: keep the failure as the step's result and go on, or end the run with it (§5.3). */
async function failStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  startedAt: number,
  thrown: unknown,
): Promise<StepOutcome> {
  execution.signal.throwIfAborted();
  emitEnd(execution, frame, step.id, "failed");
  const goesOn = step.onError !== "stop" && !stepHoldsGate(frame.loaded, step);
  if (!goesOn || isFinal(thrown) || hasCode(thrown, "store_unavailable", "invalid_state")) {
    throw namingStep(thrown, step.id);
  }
  checkFailedCost(execution, frame, step.id);
  const result: StepResult = { id: step.id, error: true, errorMessage: messageOf(thrown) };
  const attempts = step.retry?.max ?? 1;
  await recordStepEnd(execution, frame, { result, completed: false, startedAt, attempts });
  return { kind: step.onError === "skip_rest" ? "skip_rest" : "next" };
}

/** A failure that the run goes on after does not hide what it has spent (§12). */
function checkFailedCost(execution: Execution, frame: FrameState, stepId: string): void {
  try {
    checkCost(execution, frame);
  } catch (thrown) {
    throw namingStep(thrown, stepId);
  }
}

/** The failed step's id travels with the error, for the record and the card. */
function namingStep(thrown: unknown, stepId: string): unknown {
  if (!(thrown instanceof LobsterError) || thrown.facts["stepId"] !== undefined) return thrown;
  return new LobsterError(thrown.code, thrown.message, {
    type: thrown.type,
    problems: thrown.problems,
    facts: { ...thrown.facts, stepId },
    cause: thrown,
  });
}

function isSuspension(value: StepResult | Suspension): value is Suspension {
  return "kind" in value && value.kind === "suspended";
}
