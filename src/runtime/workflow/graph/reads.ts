import { isJsonObject, type JsonValue } from "../../json.ts";
import { compileCondition } from "../condition.ts";
import type { BranchDefinition, ConditionSource, LoopStepDefinition, StepDefinition, StepWork } from "../definition.ts";
import { findReferences } from "../reference.ts";
import { cutLine, toLine } from "./line.ts";

/** A place of a step that reads results of other steps: what an edge is labelled with, and the ids it names. */
export interface Read {
  readonly label: string;
  readonly ids: readonly string[];
}

const MAX_CONDITION_LABEL = 70;

/**
 * Everything a step reads, in the order in which edges are drawn: what Lobster draws first (`stdin`, `for_each`, the
 * condition), then commands, environments, arguments of sub-workflows, gates, branches and sub-steps (fault F27).
 */
export function listReads(step: StepDefinition): readonly Read[] {
  const { work } = step;
  const hidden = work.kind === "for_each" ? [work.itemVar, work.indexVar] : [];
  return [
    read("stdin", step.stdin?.value),
    read("for_each", work.kind === "for_each" ? work.source : undefined),
    readCondition(step.when),
    ...readWork(work),
    without(hidden, read("env", [...step.env.values()])),
    ...readGates(step),
    ...readParts(work),
  ];
}

function read(label: string, ...values: readonly (JsonValue | undefined)[]): Read {
  const texts = values.flatMap((value) => textsIn(value, 0));
  return { label, ids: texts.flatMap((text) => findReferences(text).map(({ stepId }) => stepId)) };
}

/** Text in a quote of a condition is no reference, so the condition's own reader finds them. */
function readCondition(when: ConditionSource): Read {
  if (typeof when !== "string") return { label: "when", ids: [] };
  const { references, argumentNames } = compileCondition(when);
  const ids = references.map(({ stepId }) => stepId);
  // `$args.name` reads a step where one is called `args`.
  const label = cutLine(`when: ${toLine(when)}`, MAX_CONDITION_LABEL);
  return { label, ids: argumentNames.length > 0 ? [...ids, "args"] : ids };
}

function readWork(work: StepWork): readonly Read[] {
  switch (work.kind) {
    case "shell":
      return [read("run", work.text)];
    case "pipeline":
      return [read("pipeline", work.text)];
    case "workflow":
      return [read("workflow", work.path), read("workflow_args", [...work.args.values()])];
    case "parallel":
    case "for_each":
    case "input":
    case "pass":
      return [];
  }
}

/** Who may decide is never a template; what people read may be one (policy rule 1). */
function readGates({ approval, work }: StepDefinition): readonly Read[] {
  return [
    read("approval", approval?.prompt, approval?.items, approval?.preview, approval?.confirm),
    read("input", work.kind === "input" ? work.input.prompt : undefined),
  ];
}

/** Branches, or the sub-steps of a loop: they belong to their step, so their edges end there and say which one reads. */
function readParts(work: StepWork): readonly Read[] {
  if (work.kind === "parallel") return work.branches.flatMap(readPart);
  if (work.kind !== "for_each") return [];
  const hidden = [work.itemVar, work.indexVar];
  return work.steps.flatMap((subStep) => {
    const reads = [...readPart(subStep), inPart(subStep, readCondition(subStep.when), "when")];
    const visible = reads.map((found) => without(hidden, found));
    hidden.push(subStep.id);
    return visible;
  });
}

function readPart(part: BranchDefinition | LoopStepDefinition): readonly Read[] {
  const reads = [read("stdin", part.stdin?.value), ...readWork(part.work), read("env", [...part.env.values()])];
  return reads.map((found) => inPart(part, found));
}

function inPart({ id }: BranchDefinition, { label, ids }: Read, shown = label): Read {
  return { label: cutLine(`${toLine(id)}: ${shown}`, MAX_CONDITION_LABEL), ids };
}

/** Inside a loop the item, its position and earlier sub-steps hide steps of the same name. */
function without(hidden: readonly string[], { label, ids }: Read): Read {
  return { label, ids: ids.filter((id) => !hidden.includes(id)) };
}

const MAX_DEPTH = 100;

/** The texts in a value, those in its lists and objects included. */
function textsIn(value: JsonValue | undefined, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  const members = isJsonObject(value) ? Object.values(value) : value;
  return members.flatMap((member) => textsIn(member, depth + 1));
}
