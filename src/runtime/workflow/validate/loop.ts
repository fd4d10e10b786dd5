import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { Path } from "../parse-document.ts";
import {
  filledList,
  findFirst,
  isApprovalGate,
  isFilledText,
  stepFinding,
  type Finding,
  type RawStep,
} from "./finding.ts";
import { isNonNegative, isPositiveInteger } from "./number-ranges.ts";
import { checkTextFields, hasShellWork, shellText } from "./work.ts";

/** The names a loop gives its item and position unless the file says otherwise. */
export const LOOP_DEFAULTS = { itemVar: "item", indexVar: "index", batchSize: 1, pauseMs: 0 } as const;

/** Checks 18 to 34 of workflows-and-checkpoints §1.3: a `for_each` loop. */
export function checkLoop(step: RawStep): Finding | undefined {
  const source = ownMember(step.fields, "for_each");
  if (source === undefined) return undefined;
  if (typeof source !== "string") {
    return stepFinding(step, "for_each must be a string (step reference expression)", "for_each");
  }
  if (filledList(ownMember(step.fields, "steps")) === undefined) {
    return stepFinding(step, "for_each requires a non-empty steps array", "steps");
  }
  return findFirst([checkPace, checkNoGate, checkNoOtherWork, checkVariables, checkSubSteps], step);
}

function checkPace(step: RawStep): Finding | undefined {
  const batchSize = ownMember(step.fields, "batch_size");
  if (batchSize !== undefined && !isPositiveInteger(batchSize)) {
    return stepFinding(step, "batch_size must be a positive integer", "batch_size");
  }
  const pause = ownMember(step.fields, "pause_ms");
  if (pause !== undefined && !isNonNegative(pause)) {
    return stepFinding(step, "pause_ms must be a finite non-negative number", "pause_ms");
  }
  return undefined;
}

function checkNoGate(step: RawStep): Finding | undefined {
  const refusal = (gate: string): Finding =>
    stepFinding(step, `for_each steps cannot define ${gate} (use a separate step after the loop)`, gate);
  if (isApprovalGate(ownMember(step.fields, "approval"))) return refusal("approval");
  return isJsonObject(ownMember(step.fields, "input")) ? refusal("input") : undefined;
}

function checkNoOtherWork(step: RawStep): Finding | undefined {
  if ((ownMember(step.fields, "stdin") ?? null) !== null) {
    const text = "for_each steps cannot define stdin (loop input comes from the for_each expression)";
    return stepFinding(step, text, "stdin");
  }
  const pipeline = ownMember(step.fields, "pipeline");
  const hasOther =
    hasShellWork(step.fields) ||
    isFilledText(pipeline) ||
    ["workflow", "parallel"].some((key) => ownMember(step.fields, key) !== undefined);
  return hasOther
    ? stepFinding(step, "for_each cannot also define run, command, pipeline, workflow, or parallel")
    : undefined;
}

function checkVariables(step: RawStep): Finding | undefined {
  for (const key of ["item_var", "index_var"]) {
    const name = ownMember(step.fields, key);
    if (name !== undefined && typeof name !== "string") return stepFinding(step, `${key} must be a string`, key);
  }
  const { itemVar, indexVar } = loopVariables(step.fields);
  return itemVar === indexVar ? stepFinding(step, "item_var and index_var cannot be the same", "item_var") : undefined;
}

function loopVariables(fields: JsonObject): { readonly itemVar: JsonValue; readonly indexVar: JsonValue } {
  return {
    itemVar: ownMember(fields, "item_var") ?? LOOP_DEFAULTS.itemVar,
    indexVar: ownMember(fields, "index_var") ?? LOOP_DEFAULTS.indexVar,
  };
}

function checkSubSteps(step: RawStep): Finding | undefined {
  const { itemVar, indexVar } = loopVariables(step.fields);
  const ids = new Set<string>();
  for (const [index, subStep] of (filledList(ownMember(step.fields, "steps")) ?? []).entries()) {
    const below: Path = ["steps", index];
    const id = isJsonObject(subStep) ? ownMember(subStep, "id") : undefined;
    if (!isJsonObject(subStep) || typeof id !== "string" || id === "") {
      return stepFinding(step, "for_each sub-step requires an id", ...below, "id");
    }
    if (id === itemVar || id === indexVar) {
      return stepFinding(step, `for_each sub-step id '${id}' conflicts with loop variable`, ...below, "id");
    }
    if (ids.has(id)) return stepFinding(step, `duplicate for_each sub-step id: ${id}`, ...below, "id");
    ids.add(id);
    const finding = checkSubStep(step, id, subStep, below);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function checkSubStep(step: RawStep, id: string, subStep: JsonObject, below: Path): Finding | undefined {
  if (isApprovalGate(ownMember(subStep, "approval")) || isJsonObject(ownMember(subStep, "input"))) {
    return stepFinding(step, "for_each sub-steps cannot contain approval or input steps", ...below);
  }
  const label = `for_each sub-step ${id}`;
  const wrongType = checkTextFields(step, subStep, `${label} `, below);
  if (wrongType !== undefined) return wrongType;
  if (["workflow", "parallel", "for_each"].some((key) => ownMember(subStep, key) !== undefined)) {
    return stepFinding(step, `${label} cannot define workflow, parallel, or for_each`, ...below);
  }
  const hasShell = isFilledText(shellText(subStep));
  const hasPipeline = isFilledText(ownMember(subStep, "pipeline"));
  if (!hasShell && !hasPipeline) return stepFinding(step, `${label} requires run, command, or pipeline`, ...below);
  if (hasShell && hasPipeline) {
    return stepFinding(step, `${label} can only define one of run, command, or pipeline`, ...below);
  }
  return undefined;
}
