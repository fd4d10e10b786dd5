import type { GatePolicy } from "../../runtime/run/documents.ts";
import type { Voice } from "./run-view.ts";

/** Who may approve, in one line: "Release manager must approve; not Dev lead, who started it". */
export function sayPolicy(policy: GatePolicy, { words, nameOf }: Pick<Voice, "words" | "nameOf">): string {
  const required = policy.requiredApprover;
  const who = words.cards.mayApprove(required === undefined ? undefined : nameOf(required));
  if (policy.requireDifferentApprover !== true) return who;
  if (!isStarterKnown(policy)) return `${who}; ${words.cards.nobodyMayApprove()}`;
  const excluded = listExcluded(policy).map((id) =>
    id === policy.startedBy ? words.cards.notTheStarter(nameOf(id)) : words.cards.notTheInitiator(nameOf(id)),
  );
  return [who, ...excluded].join("; ");
}

/**
 * Every reason in words why this policy keeps a person from approving. Only for telling: the runtime decides, and may
 * have reasons of its own.
 */
export function explainRefusal(
  policy: GatePolicy,
  personId: string,
  { words, nameOf }: Pick<Voice, "words" | "nameOf">,
): readonly string[] {
  const reasons: string[] = [];
  if (policy.requireDifferentApprover === true) {
    if (personId === policy.startedBy) reasons.push(words.decisions.youStartedIt());
    else if (listExcluded(policy).includes(personId)) reasons.push(words.decisions.youInitiatedIt());
    if (!isStarterKnown(policy)) reasons.push(words.decisions.starterUnknown());
  }
  const required = policy.requiredApprover;
  if (required !== undefined && required !== personId) {
    reasons.push(words.decisions.needsPerson(nameOf(required), required));
  }
  return reasons;
}

function isStarterKnown(policy: GatePolicy): boolean {
  return policy.startedBy !== undefined || policy.initiatedBy !== undefined;
}

function listExcluded({ startedBy, initiatedBy, claimedInitiator }: GatePolicy): readonly string[] {
  return [...new Set([startedBy, initiatedBy, claimedInitiator].filter((id) => id !== undefined))];
}
