import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import type { PipelineOutcome, HaltedPipeline } from "../pipeline/outcome.ts";
import { runPipeline } from "../pipeline/run.ts";
import { resolveOutputLimit } from "../process/output-limit.ts";
import { resolveShell } from "../process/resolve-shell.ts";
import { markEnvironment } from "../run/step-mark.ts";
import { stringifyJson, tryParseJson } from "../stable-json.ts";
import type { StepDefinition } from "../workflow/definition.ts";
import { renderPipelineStages } from "../workflow/pipeline-text.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { assertEnvelopeFits } from "../envelope-limit.ts";
import { composeAnswerPolicy, hostPolicyOf } from "../gate/policy.ts";
import { checkCost } from "./cost/limit.ts";
import { outputCap, type Execution, type FrameState } from "./execution.ts";
import { continuedGate, type Suspension } from "./outcome.ts";
import { openGate, stepPlace, type GatePlace } from "./open-gate.ts";
import type { WorkUnit } from "./shell-step.ts";
import { createStageHost, type StageSurroundings } from "./stage-host.ts";
import { resultText, stepUnit, type StepAttempt } from "./step-work.ts";

/**
 * Runs a step's pipeline (workflows-and-checkpoints §4.4). A stage that asks a question stops the run at an input gate;
 * after the answer the asking stage is run again with it and the pipeline goes on (§11).
 */
export async function runPipelineStep(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  text: string,
  attempt: StepAttempt,
): Promise<StepResult | Suspension> {
  const unit = stepUnit(execution, frame, step, attempt.signal);
  const asked = attempt.resume === undefined ? undefined : continuedGate(attempt.resume);
  const outcome =
    asked?.continuation === undefined || asked.response === undefined
      ? await startPipeline(execution, text, unit, true)
      : await runPipeline({
          ...pipelineOptions(execution, unit, true),
          resume: { continuation: asked.continuation, response: asked.response.value },
        });
  if (outcome.kind === "done") return settleResult(execution, unit, outcome);
  checkCost(execution, frame);
  return await stopAtQuestion(execution, stepPlace(frame, step.id, attempt.number), outcome);
}

/** Runs the pipeline of a branch or a loop's sub-step, where a question cannot be asked. */
export async function runPipelineUnit(execution: Execution, text: string, unit: WorkUnit): Promise<StepResult> {
  const outcome = await startPipeline(execution, text, unit, false);
  if (outcome.kind === "halted") throw haltRefused(unit.stepId, outcome);
  return settleResult(execution, unit, outcome);
}

function startPipeline(
  execution: Execution,
  text: string,
  unit: WorkUnit,
  canSuspend: boolean,
): Promise<PipelineOutcome> {
  const stages = renderPipelineStages(text, unit.scope, {
    stepId: unit.stepId,
    posixShell: resolveShell(unit.environment).posix,
    rawArgs: unit.rawArgs,
  });
  return runPipeline({ ...pipelineOptions(execution, unit, canSuspend), stages, input: inputItems(unit.stdin) });
}

function pipelineOptions(execution: Execution, unit: WorkUnit, canSuspend: boolean) {
  const maxOutputBytes = resolveOutputLimit(unit.environment, outputCap(execution));
  const surroundings: StageSurroundings = {
    environment: markEnvironment(unit.environment, execution.host.environment, unit.stepMark),
    cwd: unit.directory,
    maxOutputBytes,
    reportUsage: (usage) => execution.cost.report(unit.spender, usage),
    onDispatch: () => {
      execution.effects.dispatched += 1;
    },
    onSpawned: (pid) => execution.onSpawned(pid, unit.stepMark),
  };
  const { effects } = execution;
  const before = effects.started;
  return {
    // Renderers inside a step write to the step's result, never to the caller's stdout.
    host: { ...createStageHost(execution.host, surroundings), mode: "tool" as const },
    signal: unit.signal,
    canSuspend,
    onEffect: () => {
      effects.started = true;
    },
    onNothingStarted: () => {
      effects.started = before;
    },
  };
}

/** No stdin is no item, a list is its elements, anything else one item (§2.8). */
function inputItems(stdin: JsonValue | undefined): readonly JsonValue[] {
  if (stdin === undefined) return [];
  return Array.isArray(stdin) ? (stdin as readonly JsonValue[]) : [stdin];
}

type PipelineEnd = Extract<PipelineOutcome, { kind: "done" }>;

function settleResult(execution: Execution, unit: WorkUnit, outcome: PipelineEnd): StepResult {
  const { stoppedAt } = outcome;
  if (stoppedAt !== undefined) throw stopRefused(unit.stepId, stoppedAt.stage);
  const result = pipelineResult(unit.id, outcome);
  execution.cost.settle(unit.spender, result);
  return result;
}

/** What renderers wrote is the step's text, and its JSON where it is JSON; else the items are (§4.4). */
function pipelineResult(id: string, outcome: PipelineEnd): StepResult {
  const { items, rendered } = outcome;
  const text = rendered?.text ?? "";
  const json = text === "" ? (items.length > 1 ? items : items[0]) : tryParseJson(text.trim())?.value;
  return { id, stdout: text === "" ? itemsText(items) : text, ...(json === undefined ? {} : { json }) };
}

function itemsText(items: readonly JsonValue[]): string {
  const [only] = items;
  if (only === undefined) return "";
  if (items.every((item) => typeof item === "string")) return items.join("\n");
  return items.length === 1 ? resultText(only) : stringifyJson(items);
}

async function stopAtQuestion(execution: Execution, place: GatePlace, outcome: HaltedPipeline): Promise<Suspension> {
  const { request } = outcome;
  if (request.type !== "input_request" || outcome.by !== "requestInput") throw haltRefused(place.stepId, outcome);
  assertEnvelopeFits(execution.host.environment, place.stepId, request);
  return await openGate(execution, {
    place,
    request,
    policy: composeAnswerPolicy({}, hostPolicyOf(execution.writer.current)),
    continuation: outcome.continuation,
  });
}

/** A halt that a workflow step cannot carry; never retried and never continued (§5.2). */
function haltRefused(stepId: string, outcome: HaltedPipeline): LobsterError {
  const { stage } = outcome.at;
  if (outcome.request.type !== "approval_request") return stopRefused(stepId, stage);
  const message = `Workflow step ${stepId} halted for approval inside pipeline stage ${stage}. Use a separate approval step in the workflow file.`;
  return new LobsterError("halted", message, { facts: { stepId, stage } });
}

/** A stage ended the pipeline early: its result is not that of the whole pipeline. */
function stopRefused(stepId: string, stage: string): LobsterError {
  return new LobsterError("halted", `Workflow step ${stepId} halted before completion at pipeline stage ${stage}`, {
    facts: { stepId, stage },
  });
}
