import { isJsonObject, ownMember } from "../json.ts";
import { checkCommandVariables } from "./references/command-variables.ts";
import type { FileScope, Unit } from "./references/check-scope.ts";
import { checkCondition } from "./references/conditions.ts";
import { checkPipeline } from "./references/pipelines.ts";
import { findDoubtfulTexts } from "./references/texts.ts";
import { checkLoopSource, checkStdin } from "./references/whole-values.ts";
import { LOOP_DEFAULTS } from "./validate/loop.ts";
import { filledList, type Finding, type Findings, type RawStep } from "./validate/finding.ts";

/**
 * Checks, before anything runs, what Lobster finds out when it gets there (fault W26): conditions, references that must
 * lead to a result, pipelines and their stages, and variables of commands that nothing explains. `earlier` are the ids that
 * have a result when the step is reached.
 */
export function checkReferences(step: RawStep, earlier: ReadonlySet<string>, file: FileScope): Findings {
  const outer: Unit = { ...step, kind: "step", stepId: step.id, known: earlier };
  const inLoop = ownMember(step.fields, "for_each") === undefined ? undefined : loopScope(outer);
  const found = [
    checkUnit(inLoop === undefined ? outer : { ...outer, knownToEnv: inLoop }, file),
    ...branchesOf(outer).map((unit) => checkUnit(unit, file)),
    ...(inLoop === undefined ? [] : checkSubSteps(outer, inLoop, file)),
  ];
  return {
    problems: found.flatMap(({ problems }) => problems),
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}

function checkUnit(unit: Unit, file: FileScope): Findings {
  const variables = checkCommandVariables(unit, file);
  const problems: Finding[] = [
    ...(unit.kind === "branch" ? [] : checkCondition(unit, file)),
    ...checkStdin(unit, file),
    ...(unit.kind === "step" ? checkLoopSource(unit, file) : []),
    ...checkPipeline(unit, file),
    ...variables.problems,
  ];
  return { problems, warnings: [...findDoubtfulTexts(unit, file), ...variables.warnings] };
}

/** Branches start together: each sees what was there before the block. */
function branchesOf(step: Unit): Unit[] {
  const block = ownMember(step.fields, "parallel");
  return unitsIn(step, "branch", isJsonObject(block) ? block : {}, ["parallel", "branches"]);
}

/** What is known inside a loop: what was before it, the item and its position. */
function loopScope(step: Unit): Set<string> {
  const textOr = (key: string, otherwise: string): string => {
    const value = ownMember(step.fields, key);
    return typeof value === "string" ? value : otherwise;
  };
  const { itemVar, indexVar } = LOOP_DEFAULTS;
  return new Set(step.known).add(textOr("item_var", itemVar)).add(textOr("index_var", indexVar));
}

/** A sub-step sees the sub-steps before it in the same turn as well. */
function checkSubSteps(step: Unit, known: Set<string>, file: FileScope): Findings[] {
  return unitsIn(step, "sub_step", step.fields, ["steps"]).map((unit) => {
    const findings = checkUnit({ ...unit, known }, file);
    known.add(unit.id);
    return findings;
  });
}

function unitsIn(step: Unit, kind: Unit["kind"], holder: Unit["fields"], below: readonly string[]): Unit[] {
  const list = filledList(ownMember(holder, below.at(-1) ?? "")) ?? [];
  return list.filter(isJsonObject).map((fields, index) => {
    const id = ownMember(fields, "id");
    const path = [...step.path, ...below, index];
    return { ...step, kind, id: typeof id === "string" ? id : "", fields, path, owner: step.fields };
  });
}
