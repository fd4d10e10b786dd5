import type { FieldProblem } from "./policy-fields.ts";
import { isSamePerson } from "./principal.ts";
import { findUnreachable } from "./reach.ts";
import type { ApproverRule } from "./rule.ts";

/** A rule with what stands beside it. */
export interface WrittenRule extends ApproverRule {
  readonly requiredApprover?: string;
  readonly initiatedBy?: string;
  readonly requireDifferentApprover?: boolean;
}

/**
 * Finds what makes a rule one that nobody can ever satisfy, or a slot that cannot be told from another. Lobster's own fields
 * alone are never complained about.
 */
export function findContradictions(rule: WrittenRule): readonly FieldProblem[] {
  const { approvers, require = [], quorum, requiredApprover } = rule;
  if (approvers === undefined && require.length === 0 && quorum === undefined) return [];
  const twice = require.find((slot) => requiredApprover !== undefined && isSamePerson(slot, requiredApprover));
  if (twice !== undefined) {
    return [{ key: "require", text: `names '${twice}', who is the required_approver; keep one` }];
  }
  const slots = requiredApprover === undefined ? require : [...require, requiredApprover];
  if (quorum !== undefined && quorum < slots.length) {
    return [{ key: "quorum", text: `is ${quorum}, below the number of slots (${slots.length})` }];
  }
  const { initiatedBy, requireDifferentApprover } = rule;
  const excluded = requireDifferentApprover === true && initiatedBy !== undefined ? [initiatedBy] : [];
  const reason = findUnreachable({ ...rule, require: slots }, excluded);
  const key = quorum === undefined ? (approvers === undefined ? "require" : "approvers") : "quorum";
  return reason === undefined ? [] : [{ key, text: `cannot be reached: ${reason}` }];
}
