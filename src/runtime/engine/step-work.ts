import type { StepDefinition, Work } from "../workflow/definition.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { resolveStdin } from "../workflow/template.ts";
import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { composeStepMark } from "../run/step-mark.ts";
import { stringifyJson, tryParseJson } from "../stable-json.ts";
import type { Attempt } from "./attempts.ts";
import { describeSpender } from "./cost/spender.ts";
import { scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { ResumePoint, Suspension } from "./outcome.ts";

import { runShellWork, type WorkUnit } from "./shell-step.ts";
import { chooseDirectory, composeEnvironment } from "./step-surroundings.ts";

/** An attempt at a step; `resume` goes on inside it instead of starting it. */
export interface StepAttempt extends Attempt {
  readonly resume?: ResumePoint;
}

/**
 * Does what a step says, by its kind (workflows-and-checkpoints §4.2). Returns the result, or the gate that a child
 * workflow or an asking stage opened. Kinds load when they are first needed.
 */
export async function performWork(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  attempt: StepAttempt,
): Promise<StepResult | Suspension> {
  const { work } = step;
  switch (work.kind) {
    case "workflow": {
      const { runChildWorkflow } = await import("./sub-workflow-step.ts");
      return await runChildWorkflow(execution, frame, step, work, attempt);
    }
    case "parallel": {
      const { runParallel } = await import("./parallel-step.ts");
      return await runParallel(execution, frame, step, work, attempt.signal);
    }
    case "for_each": {
      const { runLoop } = await import("./for-each-step.ts");
      return await runLoop(execution, frame, step, work, attempt.signal);
    }
    case "input":
      throw new LobsterError("internal", `Workflow step ${step.id} asks a question and has no work`);
    case "pipeline": {
      const { runPipelineStep } = await import("./pipeline-step.ts");
      return await runPipelineStep(execution, frame, step, work.text, attempt);
    }
    case "shell":
    case "pass":
      return await runUnit(execution, work, stepUnit(execution, frame, step, attempt.signal));
  }
}

/** The unit of work of a top-level step. */
export function stepUnit(execution: Execution, frame: FrameState, step: StepDefinition, signal: AbortSignal): WorkUnit {
  const scope = scopeOf(frame);
  return {
    id: step.id,
    stepId: step.id,
    stepMark: composeStepMark(execution.mark, { path: frame.path, stepId: step.id }),
    scope,
    rawArgs: rawArguments(frame),
    stdin: step.stdin === undefined ? undefined : (resolveStdin(step.stdin.value, scope) ?? undefined),
    environment: composeEnvironment(frame, [step]),
    directory: chooseDirectory(frame, [step]),
    signal,
    spender: describeSpender(frame, step.id, [step]),
  };
}

/** Runs shell, pipeline or no work for a step, a branch or a loop's sub-step; a pipeline may not ask here. */
export async function runUnit(execution: Execution, work: Work, unit: WorkUnit): Promise<StepResult> {
  unit.signal.throwIfAborted();
  switch (work.kind) {
    case "shell": {
      const result = await runShellWork(execution, work.text, unit);
      execution.cost.settle(unit.spender, result);
      return result;
    }
    case "pipeline": {
      const { runPipelineUnit } = await import("./pipeline-step.ts");
      return await runPipelineUnit(execution, work.text, unit);
    }
    case "pass":
      return passThrough(unit);
  }
}

/** Arguments declared `raw: true`: they keep textual substitution in commands. */
export function rawArguments(frame: FrameState): ReadonlySet<string> {
  return new Set([...frame.loaded.definition.args.values()].filter((arg) => arg.raw).map((arg) => arg.name));
}

/** A step without work hands its `stdin` on (§4.5): that is what an approval-only step shows. */
function passThrough(unit: WorkUnit): StepResult {
  const { id, stdin } = unit;
  if (stdin === undefined) return { id };
  if (typeof stdin === "string") return textResult(id, stdin);
  return { id, stdout: stringifyJson(stdin), json: stdin };
}

function textResult(id: string, stdout: string): StepResult {
  const parsed = tryParseJson(stdout.trim());
  return parsed === undefined ? { id, stdout } : { id, stdout, json: parsed.value };
}

/** Text of a value as a result's `stdout`: text as it is, everything else as compact JSON. */
export function resultText(value: JsonValue): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
