import { isJsonObject, ownMember } from "../../json.ts";
import { stepFinding, type Finding, type RawStep } from "./finding.ts";

/** Checks 3 to 5 of workflows-and-checkpoints §1.3: `workflow` and `workflow_args`. */
export function checkSubWorkflow(step: RawStep): Finding | undefined {
  const path = ownMember(step.fields, "workflow");
  if (path !== undefined) {
    if (typeof path !== "string") return stepFinding(step, "workflow must be a string (file path)", "workflow");
    if (path.trim() === "") return stepFinding(step, "workflow path cannot be blank", "workflow");
  }
  const args = ownMember(step.fields, "workflow_args");
  if (args !== undefined && !isJsonObject(args)) {
    return stepFinding(step, "workflow_args must be a plain object", "workflow_args");
  }
  return undefined;
}
