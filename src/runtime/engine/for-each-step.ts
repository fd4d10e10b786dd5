import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { composeStepMark } from "../run/step-mark.ts";
import { stringifyJson } from "../stable-json.ts";
import { evaluateCondition } from "../workflow/condition.ts";
import type { LoopStepDefinition, StepDefinition, StepWork } from "../workflow/definition.ts";
import type { Scope, StepResult } from "../workflow/step-result.ts";
import { resolveStdin } from "../workflow/template.ts";
import { checkCost } from "./cost/limit.ts";
import { describeSpender } from "./cost/spender.ts";
import { scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { WorkUnit } from "./shell-step.ts";
import { rawArguments, resultText, runUnit } from "./step-work.ts";
import { chooseDirectory, composeEnvironment } from "./step-surroundings.ts";

type LoopWork = Extract<StepWork, { kind: "for_each" }>;

/**
 * Runs the sub-steps once for each item, one item after another (workflows-and-checkpoints §6). Sub-steps see the loop
 * variables, outer results, and earlier sub-steps of the same item.
 */
export async function runLoop(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  work: LoopWork,
  signal: AbortSignal,
): Promise<StepResult> {
  const items = resolveItems(frame, step, work);
  const iterations: JsonValue[] = [];
  for (const [index, item] of items.entries()) {
    signal.throwIfAborted();
    if (index > 0 && index % work.batchSize === 0 && work.pauseMs > 0) {
      await execution.host.clock.sleep(work.pauseMs, signal);
    }
    iterations.push(await runIteration(execution, frame, step, work, { item, index, signal }));
  }
  return { id: step.id, json: iterations, stdout: stringifyJson(iterations) };
}

interface Iteration {
  readonly item: JsonValue;
  readonly index: number;
  readonly signal: AbortSignal;
}

function resolveItems(frame: FrameState, step: StepDefinition, work: LoopWork): readonly JsonValue[] {
  const value = resolveStdin(work.source, scopeOf(frame));
  if (Array.isArray(value)) return value as readonly JsonValue[];
  const found = value === null ? "object" : typeof value;
  throw new LobsterError("step_failed", `Workflow step ${step.id} for_each: expected array, got ${found}`);
}

async function runIteration(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  work: LoopWork,
  iteration: Iteration,
): Promise<JsonValue> {
  const own = new Map<string, StepResult>([
    [work.itemVar, loopVariable(work.itemVar, iteration.item)],
    [work.indexVar, loopVariable(work.indexVar, iteration.index)],
  ]);
  const outer = scopeOf(frame);
  const scope: Scope = { args: frame.args, result: (id) => own.get(id) ?? outer.result(id) };
  const shown: [string, JsonValue][] = [
    [work.itemVar, iteration.item],
    [work.indexVar, iteration.index],
  ];
  for (const sub of work.steps) {
    iteration.signal.throwIfAborted();
    const result = await runSubStep(execution, frame, step, sub, scope, iteration.signal);
    own.set(sub.id, result);
    const value = result.json ?? result.stdout;
    if (result.skipped !== true && value !== undefined) shown.push([sub.id, value]);
  }
  return Object.fromEntries(shown);
}

async function runSubStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  sub: LoopStepDefinition,
  scope: Scope,
  signal: AbortSignal,
): Promise<StepResult> {
  if (!evaluateCondition(sub.when, scope)) return { id: sub.id, skipped: true };
  const unit: WorkUnit = {
    id: sub.id,
    stepId: step.id,
    stepMark: composeStepMark(execution.mark, { path: frame.path, stepId: step.id }),
    scope,
    rawArgs: rawArguments(frame),
    stdin: sub.stdin === undefined ? undefined : (resolveStdin(sub.stdin.value, scope) ?? undefined),
    environment: composeEnvironment(frame, [step, sub], scope),
    directory: chooseDirectory(frame, [step, sub]),
    signal,
    spender: describeSpender(frame, `${step.id}.${sub.id}`, [step, sub], scope),
  };
  const result = await runUnit(execution, sub.work, unit);
  checkCost(execution, frame);
  return result;
}

function loopVariable(id: string, value: JsonValue): StepResult {
  return { id, json: value, stdout: resultText(value) };
}
