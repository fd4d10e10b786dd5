import { isJsonObject, ownMember, type JsonValue } from "../json.ts";
import { findUnknownFileKeys, findUnknownStepKeys } from "./closed-keys.ts";
import type { Path } from "./parse-document.ts";
import type { LoadPurpose } from "./references/check-scope.ts";
import { findApprovalDoubts, findApprovalMistakes } from "./validate/approval.ts";
import { checkArguments } from "./validate/arguments.ts";
import { checkFile } from "./validate/file.ts";
import { filledList, type Finding, type Findings, type RawStep } from "./validate/finding.ts";
import { findInputDoubts, findInputMistakes } from "./validate/input.ts";
import { checkFileShapes, checkShapes } from "./validate/shapes.ts";
import { checkStep, idsOfStep } from "./validate/step.ts";

/** A step of a document after its checks. */
export interface CheckedStep {
  /** Its own id and its branches', as far as they can be read. */
  readonly ids: readonly string[];
  /** The step, if Lobster's own checks found nothing wrong with it. */
  readonly step?: RawStep;
}

/** A document after its checks; `steps` is empty where there is no list of steps. */
export interface CheckedDocument extends Findings {
  readonly steps: readonly CheckedStep[];
}

/**
 * Checks a document's shape and finds everything wrong at once. Lobster's own checks come first, in its order and words
 * (workflows-and-checkpoints §1.3), so that the first problem is the one Lobster would name; then what Lobster lets pass:
 * unknown keys, gates that are none, policies that would not hold (§21, policy.md). A step ends at Lobster's first problem;
 * its unknown keys are named all the same, as they often are the reason.
 */
export function validateDocument(value: JsonValue, purpose: LoadPurpose): CheckedDocument {
  const known = checkFile(value);
  if (!isJsonObject(value)) return { problems: known === undefined ? [] : [known], warnings: [], steps: [] };
  const list = filledList(ownMember(value, "steps")) ?? [];
  const { findings, steps } = checkSteps(list);
  const own = [
    { problems: findUnknownFileKeys(value), warnings: [] },
    checkFileShapes(value),
    checkArguments(value),
    ...steps.map(({ step }, index) => checkBeyondLobster(list[index], index, step, purpose)),
  ];
  return {
    problems: [...(known === undefined ? [] : [known]), ...findings, ...own.flatMap(({ problems }) => problems)],
    warnings: own.flatMap(({ warnings }) => warnings),
    steps,
  };
}

/** Lobster's checks, step by step. */
function checkSteps(list: readonly JsonValue[]): {
  readonly findings: readonly Finding[];
  readonly steps: readonly CheckedStep[];
} {
  const usedIds = new Set<string>();
  const findings: Finding[] = [];
  const steps = list.map((fields, index): CheckedStep => {
    const path: Path = ["steps", index];
    const finding = checkStep(fields, path, usedIds);
    const ids = idsOfStep(fields);
    for (const id of ids) usedIds.add(id);
    if (finding !== undefined) findings.push(finding);
    const [id] = ids;
    const isSound = finding === undefined && id !== undefined && isJsonObject(fields);
    return isSound ? { ids, step: { id, fields, path } } : { ids };
  });
  return { findings, steps };
}

/** What Lobster lets pass in a step: all of it where the step is sound, else only its unknown keys. */
function checkBeyondLobster(
  fields: JsonValue | undefined,
  index: number,
  step: RawStep | undefined,
  purpose: LoadPurpose,
): Findings {
  if (!isJsonObject(fields)) return { problems: [], warnings: [] };
  const id = ownMember(fields, "id");
  const name = typeof id === "string" && id !== "" ? id : `number ${index + 1}`;
  const keys = findUnknownStepKeys(fields, name, ["steps", index]);
  if (step === undefined) return { problems: keys, warnings: [] };
  const shapes = checkShapes(step, { allowBlankWork: purpose === "plan" });
  return {
    problems: [...keys, ...findApprovalMistakes(step), ...findInputMistakes(step), ...shapes.problems],
    warnings: [...shapes.warnings, ...findApprovalDoubts(step), ...findInputDoubts(step)],
  };
}
