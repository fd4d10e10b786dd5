import { groupOf, isPersonId, isSamePerson, type Voter } from "../approvers/principal.ts";
import { LobsterError, hasCode } from "../errors.ts";
import type { GatePolicy } from "../run/documents.ts";
import { isNamedByRules, listNamed, needsIdentity, rulesOf } from "./rules.ts";

/**
 * Refuses an approve that the policy does not allow to this person; `label` begins the message (`Workflow step <id>`).
 * Order and words are Lobster's (workflows-and-checkpoints §9.5); a four-eyes gate without a known starter refuses (policy
 * rule 2). Whether their vote is enough is not asked here.
 */
export function assertMayApprove(label: string, policy: GatePolicy, voter: Voter | undefined): void {
  if (!needsIdentity(policy)) return;
  if (voter === undefined) {
    throw refused(`${label} approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`);
  }
  // A required approver is one person, as in Lobster: written as a group, by a host or an older checkpoint, it is nobody.
  const { requiredApprover } = policy;
  if (requiredApprover !== undefined && groupOf(requiredApprover) !== undefined) {
    throw refused(`${label} approval requires approver '${requiredApprover}', got '${voter.by}'`);
  }
  if (!isNamedByRules(policy, voter))
    throw refused(`${label} approval requires ${describeNamed(policy)}, got '${voter.by}'`);
  if (!isPersonId(voter.by)) {
    throw refused(`${label} approval requires a person id of letters, digits and . _ @ -, got '${voter.by}'`);
  }
  if (policy.requireDifferentApprover === true) assertDifferent(label, policy, voter.by);
}

/** True when the policy lets this person approve: the check of `decide`, as an answer. */
export function mayApprove(
  policy: GatePolicy,
  person: { readonly id: string; readonly groups: readonly string[] },
): boolean {
  try {
    assertMayApprove("", policy, { by: person.id, groups: person.groups });
    return true;
  } catch (error) {
    if (hasCode(error, "refused")) return false;
    throw error;
  }
}

/** Names in a message; more of them help nobody. */
const MAX_NAMES = 20;

function describeNamed(policy: GatePolicy): string {
  const named = listNamed(policy);
  const isLobsters = rulesOf(policy).length === 1 && named.length === 1 && named[0] === policy.requiredApprover;
  if (isLobsters) return `approver '${policy.requiredApprover}'`;
  const shown = named.slice(0, MAX_NAMES).map((name) => `'${name}'`);
  return `one of ${shown.join(", ")}${named.length > MAX_NAMES ? " …" : ""}`;
}

function assertDifferent(label: string, policy: GatePolicy, person: string): void {
  if (policy.initiatedBy === undefined && policy.startedBy === undefined) {
    throw refused(`${label} approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY`);
  }
  const excluded = [policy.startedBy, policy.initiatedBy, policy.claimedInitiator];
  if (excluded.some((id) => id !== undefined && isSamePerson(id, person))) {
    throw refused(`${label} approval must be granted by someone other than '${person}'`);
  }
}

function refused(message: string): LobsterError {
  return new LobsterError("refused", message);
}
