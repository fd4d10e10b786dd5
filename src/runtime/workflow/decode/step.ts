import { readAnswerFields } from "../../approvers/answer-fields.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type {
  BranchDefinition,
  ConditionSource,
  InputDefinition,
  LoopStepDefinition,
  OnError,
  RetryDefinition,
  StepDefinition,
  StepWork,
} from "../definition.ts";
import { filledList, isFilledText } from "../validate/finding.ts";
import { LOOP_DEFAULTS } from "../validate/loop.ts";
import { asNumber } from "../validate/number-ranges.ts";
import { decodeApproval } from "./approval.ts";
import { chooseCondition, decodeWork, optionalStdin, optionalText, readEnvironment } from "./fields.ts";

/** One step of a validated document. */
export function decodeStep(step: JsonObject): StepDefinition {
  const approval = decodeApproval(ownMember(step, "approval"));
  const retry = decodeRetry(ownMember(step, "retry"));
  return {
    id: textOf(step, "id"),
    work: decodeStepWork(step),
    when: decodeCondition(step),
    ...optionalStdin(step),
    env: readEnvironment(step),
    ...optionalText(step, "cwd"),
    ...(approval === undefined ? {} : { approval }),
    ...optionalMs(ownMember(step, "timeout_ms")),
    ...(retry === undefined ? {} : { retry }),
    onError: ON_ERROR.find((value) => value === ownMember(step, "on_error")) ?? "stop",
  };
}

const ON_ERROR: readonly OnError[] = ["stop", "continue", "skip_rest"];

function decodeStepWork(step: JsonObject): StepWork {
  const input = ownMember(step, "input");
  if (isJsonObject(input)) return { kind: "input", input: decodeInput(input) };
  if (typeof ownMember(step, "for_each") === "string") return decodeLoop(step);
  const block = ownMember(step, "parallel");
  if (isJsonObject(block)) return decodeParallel(block);
  const path = ownMember(step, "workflow");
  if (isFilledText(path)) {
    const args = ownMember(step, "workflow_args");
    return { kind: "workflow", path, args: new Map(isJsonObject(args) ? Object.entries(args) : []) };
  }
  return decodeWork(step);
}

function decodeInput(input: JsonObject): InputDefinition {
  const schema = ownMember(input, "responseSchema");
  const defaults = ownMember(input, "defaults");
  const { answerBy, expiresInMs } = readAnswerFields(input).fields;
  return {
    prompt: textOf(input, "prompt"),
    responseSchema: isJsonObject(schema) ? schema : {},
    ...(defaults === undefined ? {} : { defaults: { value: defaults } }),
    ...(answerBy === undefined ? {} : { answerBy }),
    ...(expiresInMs === undefined ? {} : { expiresInMs }),
  };
}

function decodeLoop(step: JsonObject): StepWork {
  return {
    kind: "for_each",
    source: textOf(step, "for_each"),
    itemVar: textOf(step, "item_var", LOOP_DEFAULTS.itemVar),
    indexVar: textOf(step, "index_var", LOOP_DEFAULTS.indexVar),
    batchSize: asNumber(ownMember(step, "batch_size")) ?? LOOP_DEFAULTS.batchSize,
    pauseMs: asNumber(ownMember(step, "pause_ms")) ?? LOOP_DEFAULTS.pauseMs,
    steps: objectsIn(ownMember(step, "steps")).map(decodeLoopStep),
  };
}

function decodeLoopStep(subStep: JsonObject): LoopStepDefinition {
  return { ...decodeBranch(subStep), when: decodeCondition(subStep) };
}

function decodeParallel(block: JsonObject): StepWork {
  return {
    kind: "parallel",
    wait: ownMember(block, "wait") === "any" ? "any" : "all",
    ...optionalMs(ownMember(block, "timeout_ms")),
    branches: objectsIn(ownMember(block, "branches")).map(decodeBranch),
  };
}

function decodeBranch(branch: JsonObject): BranchDefinition {
  return {
    id: textOf(branch, "id"),
    work: decodeWork(branch),
    ...optionalStdin(branch),
    env: readEnvironment(branch),
    ...optionalText(branch, "cwd"),
  };
}

/** Defaults of `retry:` as Lobster has them (workflows-and-checkpoints §5.2). */
function decodeRetry(retry: JsonValue | undefined): RetryDefinition | undefined {
  if (!isJsonObject(retry)) return undefined;
  return {
    max: asNumber(ownMember(retry, "max")) ?? 1,
    backoff: ownMember(retry, "backoff") === "exponential" ? "exponential" : "fixed",
    delayMs: asNumber(ownMember(retry, "delay_ms")) ?? 1000,
    maxDelayMs: asNumber(ownMember(retry, "max_delay_ms")) ?? 30_000,
    jitter: ownMember(retry, "jitter") === true,
  };
}

function decodeCondition(object: JsonObject): ConditionSource {
  const condition = chooseCondition(object);
  return typeof condition === "boolean" || typeof condition === "string" ? condition : undefined;
}

function optionalMs(value: JsonValue | undefined): { readonly timeoutMs?: number } {
  const timeoutMs = asNumber(value);
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function textOf(object: JsonObject, key: string, otherwise = ""): string {
  const value = ownMember(object, key);
  return typeof value === "string" ? value : otherwise;
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return (filledList(value) ?? []).filter(isJsonObject);
}
