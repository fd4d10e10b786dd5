import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { Path } from "../parse-document.ts";
import { filledList, stepFinding, type Finding, type RawStep } from "./finding.ts";
import { isTimerMs, MAX_TIMER_MS } from "./number-ranges.ts";
import { checkTextFields, hasShellWork } from "./work.ts";

/** Checks 6 to 17 of workflows-and-checkpoints §1.3: a `parallel` block. `usedIds` are those of earlier steps and branches. */
export function checkParallel(step: RawStep, usedIds: ReadonlySet<string>): Finding | undefined {
  const block = ownMember(step.fields, "parallel");
  if (block === undefined) return undefined;
  if (!isJsonObject(block)) return stepFinding(step, "parallel must be an object", "parallel");
  const branches = filledList(ownMember(block, "branches"));
  if (branches === undefined) {
    return stepFinding(step, "parallel requires a non-empty branches array", "parallel", "branches");
  }
  return checkOptions(step, block) ?? checkBranches(step, branches, usedIds);
}

function checkOptions(step: RawStep, block: JsonObject): Finding | undefined {
  const wait = ownMember(block, "wait");
  if (wait !== undefined && wait !== "all" && wait !== "any") {
    return stepFinding(step, 'parallel wait must be "all" or "any"', "parallel", "wait");
  }
  const timeout = ownMember(block, "timeout_ms");
  if (timeout !== undefined && !isTimerMs(timeout)) {
    const text = `parallel timeout_ms must be a positive integer between 1 and ${MAX_TIMER_MS}`;
    return stepFinding(step, text, "parallel", "timeout_ms");
  }
  return undefined;
}

function checkBranches(
  step: RawStep,
  branches: readonly JsonValue[],
  usedIds: ReadonlySet<string>,
): Finding | undefined {
  const idsHere = new Set<string>();
  for (const [index, branch] of branches.entries()) {
    const below: Path = ["parallel", "branches", index];
    if (!isJsonObject(branch)) return stepFinding(step, "parallel branches must be objects", ...below);
    const id = ownMember(branch, "id");
    if (typeof id !== "string" || id === "") return stepFinding(step, "parallel branch requires an id", ...below, "id");
    if (id === step.id) return stepFinding(step, "parallel branch id cannot match the step id", ...below, "id");
    if (idsHere.has(id)) return stepFinding(step, `duplicate parallel branch id: ${id}`, ...below, "id");
    if (usedIds.has(id)) {
      const message = `Duplicate workflow id across steps/parallel branches: ${id}`;
      return { message, path: [...step.path, ...below, "id"] };
    }
    idsHere.add(id);
    const finding = checkBranchWork(step, id, branch, below);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function checkBranchWork(step: RawStep, id: string, branch: JsonObject, below: Path): Finding | undefined {
  const label = `parallel branch ${id}`;
  const hasShell = hasShellWork(branch);
  const pipeline = ownMember(branch, "pipeline");
  const hasPipeline = typeof pipeline === "string" && pipeline !== "";
  if (!hasShell && !hasPipeline) return stepFinding(step, `${label} requires run, command, or pipeline`, ...below);
  if (hasShell && hasPipeline) {
    return stepFinding(step, `${label} can only define one of run, command, or pipeline`, ...below);
  }
  return checkTextFields(step, branch, `${label} `, below);
}
