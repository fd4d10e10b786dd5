import {
  describeAnswerers,
  describeMissing,
  describeNeed,
  describeTerms,
  hasOwnRules,
} from "../runtime/gate/policy-words.ts";
import { listDropped } from "../runtime/gate/gate-terms.ts";
import { measureVotes } from "../runtime/gate/rules.ts";
import type { GateDocument, GatePolicy } from "../runtime/run/documents.ts";

/** Who may approve, by their ids: `release-manager must approve; not dev-lead`, `needs 2 of group:release; not dev-lead`. */
export function describePolicy(policy: GatePolicy): string {
  const { requiredApprover, requireDifferentApprover, initiatedBy, startedBy, claimedInitiator, ...rules } = policy;
  const who = hasOwnRules(policy)
    ? describeNeed({ ...rules, ...(requiredApprover === undefined ? {} : { requiredApprover }) })
    : requiredApprover === undefined
      ? "anyone may approve"
      : `${requiredApprover} must approve`;
  if (requireDifferentApprover !== true) return who;
  if (initiatedBy === undefined && startedBy === undefined) {
    return `${who}, other than the starter; nobody can, for the starter is unknown`;
  }
  const excluded = new Set([startedBy, initiatedBy, claimedInitiator].filter((id) => id !== undefined));
  return `${who}; not ${[...excluded].join(" and not ")}`;
}

/** What an open gate says beyond that, one line each: its terms and its votes, or who may answer. */
export function describeState(gate: GateDocument): readonly string[] {
  const { policy, request } = gate;
  if (request.type === "input_request") {
    return policy.answerBy === undefined ? [] : [describeAnswerers(policy.answerBy)];
  }
  // Until when it can be decided is told with the gate.
  const { expiresInMs: _expiresInMs, remindBeforeMs: _remindBeforeMs, ...terms } = policy;
  return [...describeTerms(terms), ...describeVotes(gate)];
}

function describeVotes(gate: GateDocument): readonly string[] {
  const { policy, votes, holdUntil } = gate;
  const names = votes.map(({ by }) => by).join(", ");
  const progress = measureVotes(policy, votes);
  const missing = describeMissing(progress);
  const dropped = listDropped(gate);
  return [
    ...(votes.length === 0 ? [] : [`approved so far by ${names}`]),
    ...(holdUntil !== null ? [`approved; votes can be withdrawn until ${holdUntil}`] : []),
    ...(holdUntil === null && votes.length > 0
      ? [`${progress.remaining} more needed${missing === "" ? "" : `: ${missing}`}`]
      : []),
    ...(dropped.length === 0 ? [] : [`may not approve any more: ${dropped.map(({ by }) => by).join(", ")}`]),
  ];
}
