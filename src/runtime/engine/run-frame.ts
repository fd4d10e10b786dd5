import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { evaluateCondition } from "../workflow/condition.ts";
import type { StepDefinition } from "../workflow/definition.ts";
import { stepHoldsGate } from "../workflow/gates.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { checkCost } from "./cost/limit.ts";
import { emitEnd, recordStepEnd, scopeOf, type Execution, type FrameState } from "./execution.ts";
import { openInputGate } from "./input-step.ts";
import { continuedGate, type FrameEnd, type ResumePoint, type StepOutcome, type Suspension } from "./outcome.ts";
import { finishGate, runStep } from "./step.ts";

/**
 * Runs a frame's steps in file order, from the start or from a decided gate. Steps are found by id. Returns the output,
 * or the gate that stopped the run; throws what made it fail.
 */
export async function runFrame(
  execution: Execution,
  frame: FrameState,
  resume?: ResumePoint,
): Promise<FrameEnd | Suspension> {
  const { steps } = frame.loaded.definition;
  const start = resume === undefined ? 0 : findResumedStep(frame, resume);
  const isBehind = resume?.from.kind === "behind" && resume.steps.length === 1;
  if (isBehind && hasSkippedRest(frame, steps[start])) return endEarly(frame, steps[start]);
  for (const step of steps.slice(isBehind ? start + 1 : start)) {
    const resumed = resume !== undefined && step.id === resume.steps[0] ? resume : undefined;
    const outcome = await takeStep(execution, frame, step, resumed);
    if (outcome.kind === "suspended") return outcome;
    if (outcome.kind !== "skip_rest") continue;
    checkCost(execution, frame);
    return endEarly(frame, step);
  }
  checkCost(execution, frame);
  return { kind: "ended", output: outputItems(frame.last) };
}

function findResumedStep(frame: FrameState, resume: ResumePoint): number {
  const at = frame.loaded.definition.steps.findIndex((step) => step.id === resume.steps[0]);
  if (at >= 0) return at;
  const stepId = resume.steps[0] ?? "";
  throw new LobsterError(
    "invalid_state",
    `The checkpoint names the step '${stepId}', which is not there; cancel the run`,
  );
}

function hasSkippedRest(frame: FrameState, step: StepDefinition | undefined): step is StepDefinition {
  return step?.onError === "skip_rest" && frame.results.get(step.id)?.error === true;
}

/** `skip_rest` ends a frame; what calls it must not take that for a gate that was passed (fault W8). */
function endEarly(frame: FrameState, step: StepDefinition): FrameEnd {
  const { steps } = frame.loaded.definition;
  const gate = steps.slice(steps.indexOf(step) + 1).find((later) => stepHoldsGate(frame.loaded, later));
  const output = outputItems(frame.last);
  return gate === undefined ? { kind: "ended", output } : { kind: "ended", output, unpassedGate: gate.id };
}

/** Output items of a result: `json` (a list is spread), else the answer, else the text, else nothing. */
export function outputItems(result: StepResult | undefined): readonly JsonValue[] {
  if (result === undefined) return [];
  if (result.json !== undefined) return spread(result.json);
  if (result.response !== undefined) return spread(result.response);
  return result.stdout === undefined || result.stdout === "" ? [] : [result.stdout];
}

async function takeStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  resume: ResumePoint | undefined,
): Promise<StepOutcome> {
  execution.signal.throwIfAborted();
  if (resume !== undefined) return await resumeStep(execution, frame, step, resume);
  if (!evaluateCondition(step.when, scopeOf(frame))) return await skipStep(execution, frame, step);
  if (step.work.kind === "input") return await openInputGate(execution, frame, step, step.work.input);
  return await runStep(execution, frame, step);
}

/** The gate's own step goes on with the decision; a `workflow:` step goes on inside its child; a lost step runs again. */
async function resumeStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  resume: ResumePoint,
): Promise<StepOutcome> {
  const inside: ResumePoint = { ...resume, steps: resume.steps.slice(1) };
  const isOver = inside.steps.length === 0 && resume.from.kind === "gate" && continuedGate(inside) === undefined;
  if (isOver) return await finishGate(execution, frame, resume.from.gate);
  return await runStep(execution, frame, step, inside);
}

async function skipStep(execution: Execution, frame: FrameState, step: StepDefinition): Promise<StepOutcome> {
  const result: StepResult = { id: step.id, skipped: true };
  const startedAt = execution.host.clock.now();
  await recordStepEnd(execution, frame, { result, completed: false, startedAt, attempts: 0 });
  emitEnd(execution, frame, step.id, "skipped");
  return { kind: "next" };
}

function spread(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
