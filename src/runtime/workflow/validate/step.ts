import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import type { Path } from "../parse-document.ts";
import { checkFailurePolicy } from "./failure-policy.ts";
import { filledList, findFirst, type Finding, type RawStep } from "./finding.ts";
import { checkInput } from "./input.ts";
import { checkLoop } from "./loop.ts";
import { checkParallel } from "./parallel.ts";
import { checkPolicyTypes } from "./policy-types.ts";
import { checkSubWorkflow } from "./sub-workflow.ts";
import { checkWork } from "./work.ts";

/**
 * Checks one step as the table of workflows-and-checkpoints §1.3 says, in its order and words, up to the first thing that
 * is wrong. `usedIds` are the ids of earlier steps and branches.
 */
export function checkStep(value: JsonValue, path: Path, usedIds: ReadonlySet<string>): Finding | undefined {
  if (typeof value !== "object" || value === null) return { message: "Workflow step must be an object", path };
  const id = isJsonObject(value) ? ownMember(value, "id") : undefined;
  if (!isJsonObject(value) || typeof id !== "string" || id === "")
    return { message: "Workflow step requires an id", path: [...path, "id"] };
  return findFirst<RawStep>(
    [
      checkSubWorkflow,
      (step) => checkParallel(step, usedIds),
      checkLoop,
      checkWork,
      checkInput,
      checkPolicyTypes,
      checkFailurePolicy,
      (step) =>
        usedIds.has(id) ? { message: `Duplicate workflow step id: ${id}`, path: [...step.path, "id"] } : undefined,
    ],
    { id, fields: value, path },
  );
}

/** The ids a step gives to results: its own and its branches', as far as they can be read. */
export function idsOfStep(value: JsonValue): readonly string[] {
  if (!isJsonObject(value)) return [];
  const block = ownMember(value, "parallel");
  const branches = isJsonObject(block) ? (filledList(ownMember(block, "branches")) ?? []) : [];
  return [value, ...branches]
    .map((part) => (isJsonObject(part) ? ownMember(part, "id") : undefined))
    .filter((id) => typeof id === "string" && id !== "")
    .map(String);
}
