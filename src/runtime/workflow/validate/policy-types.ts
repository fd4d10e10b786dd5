import { isJsonObject, ownMember } from "../../json.ts";
import { stepFinding, type Finding, type RawStep } from "./finding.ts";

/** Check 44 of workflows-and-checkpoints §1.3: the types of an approval's identity fields, in both spellings. */
export function checkPolicyTypes(step: RawStep): Finding | undefined {
  const approval = ownMember(step.fields, "approval");
  if (!isJsonObject(approval)) return undefined;
  for (const [key, type] of IDENTITY_TYPES) {
    const value = ownMember(approval, key);
    if (value !== undefined && typeof value !== type) {
      return stepFinding(step, `approval.${key} must be a ${type}`, "approval", key);
    }
  }
  return undefined;
}

const IDENTITY_TYPES = [
  ["initiated_by", "string"],
  ["initiatedBy", "string"],
  ["required_approver", "string"],
  ["requiredApprover", "string"],
  ["require_different_approver", "boolean"],
  ["requireDifferentApprover", "boolean"],
] as const;
