import { isJsonObject, ownMember, type JsonObject } from "../../json.ts";
import type { Path } from "../parse-document.ts";
import { isApprovalGate, isFilledText, stepFinding, type Finding, type RawStep } from "./finding.ts";

/** The text a step hands to the shell: `run` when it is text, else `command`. An empty `run` hides `command`. */
export function shellText(fields: JsonObject): string | undefined {
  const run = ownMember(fields, "run");
  if (typeof run === "string") return run;
  const command = ownMember(fields, "command");
  return typeof command === "string" ? command : undefined;
}

/** Whether `run` or `command` count as work when a file is checked: a `command` of any type does unless it is empty. */
export function hasShellWork(fields: JsonObject): boolean {
  const run = ownMember(fields, "run");
  return Boolean(typeof run === "string" ? run : ownMember(fields, "command"));
}

/** Checks 35 to 39 of workflows-and-checkpoints §1.3: exactly one kind of work, or a gate. */
export function checkWork(step: RawStep): Finding | undefined {
  const kinds = countWork(step.fields);
  const asks = isJsonObject(ownMember(step.fields, "input"));
  const isGated = isApprovalGate(ownMember(step.fields, "approval"));
  if (kinds === 0 && !asks && !isGated) {
    return stepFinding(step, "requires run, command, pipeline, workflow, parallel, for_each, approval, or input");
  }
  if (kinds > 1) {
    return stepFinding(step, "can only define one of run, command, pipeline, workflow, parallel, or for_each");
  }
  if (asks && kinds > 0) {
    return stepFinding(step, "input steps cannot define run, command, pipeline, workflow, parallel, or for_each");
  }
  if (asks && isGated) return stepFinding(step, "cannot define both approval and input");
  return checkTextFields(step, step.fields, "", []);
}

/** `run`, `command` and `pipeline` are text where they stand at all (checks 17, 31 and 39). */
export function checkTextFields(step: RawStep, fields: JsonObject, label: string, below: Path): Finding | undefined {
  for (const key of ["run", "command", "pipeline"]) {
    const value = ownMember(fields, key);
    if (value !== undefined && typeof value !== "string") {
      return stepFinding(step, `${label}${key} must be a string`, ...below, key);
    }
  }
  return undefined;
}

function countWork(fields: JsonObject): number {
  const pipeline = ownMember(fields, "pipeline");
  return [
    hasShellWork(fields),
    typeof pipeline === "string" && pipeline !== "",
    isFilledText(ownMember(fields, "workflow")),
    ownMember(fields, "parallel") !== undefined,
    ownMember(fields, "for_each") !== undefined,
  ].filter(Boolean).length;
}
