import { readPolicyFields, type FieldProblem, type PolicyFields } from "../../approvers/policy-fields.ts";
import { findContradictions } from "../../approvers/contradictions.ts";
import { placesOf } from "../../approvers/rule.ts";
import type { JsonObject } from "../../json.ts";
import { decodeApproval } from "../decode/approval.ts";
import type { ApprovalDefinition } from "../definition.ts";
import { stepFinding, type Finding, type RawStep } from "./finding.ts";

/** Checks the fields of a policy one by one, then whether anybody could ever open such a gate (policy.md). */
export function findPolicyMistakes(step: RawStep, approval: JsonObject): Finding[] {
  const { problems } = readPolicyFields(approval);
  const own = problems.length > 0 ? problems : findContradictions(decodeApproval(approval) ?? {});
  return own.map(({ key, text }) => stepFinding(step, `approval.${key} ${text}`, "approval", key));
}

/** What does nothing as it is written: most likely it was meant otherwise. */
export function findPolicyDoubts(step: RawStep, approval: JsonObject): Finding[] {
  return findIdle(readPolicyFields(approval).fields, decodeApproval(approval) ?? {}).map(({ key, text }) =>
    stepFinding(step, `approval.${key} ${text}`, "approval", key),
  );
}

function findIdle(fields: PolicyFields, { requiredApprover }: ApprovalDefinition): readonly FieldProblem[] {
  const { approvers, require = [], expiresInMs, remindBeforeMs } = fields;
  const slots = requiredApprover === undefined ? require : [...require, requiredApprover];
  const { open } = placesOf({ ...fields, require: slots });
  const isLate = typeof expiresInMs === "number" && remindBeforeMs !== undefined && remindBeforeMs >= expiresInMs;
  return [
    ...(approvers !== undefined && open === 0
      ? [{ key: "approvers", text: "has no effect: slots make up the whole quorum; raise quorum, or remove it" }]
      : []),
    ...(remindBeforeMs !== undefined && expiresInMs === null
      ? [{ key: "remind_before", text: "has no effect: the gate never expires" }]
      : []),
    ...(isLate ? [{ key: "remind_before", text: "reminds at once: it is not shorter than expires_in" }] : []),
  ];
}
