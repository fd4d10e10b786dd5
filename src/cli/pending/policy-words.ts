import type { GatePolicy } from "../../runtime/run/documents.ts";

/** Who may approve, by their ids: `release-manager must approve; not dev-lead`. */
export function describePolicy(policy: GatePolicy): string {
  const { requiredApprover, requireDifferentApprover, initiatedBy, startedBy, claimedInitiator } = policy;
  const who = requiredApprover === undefined ? "anyone may approve" : `${requiredApprover} must approve`;
  if (requireDifferentApprover !== true) return who;
  if (initiatedBy === undefined && startedBy === undefined) {
    return `${who}, other than the starter; nobody can, for the starter is unknown`;
  }
  const excluded = new Set([startedBy, initiatedBy, claimedInitiator].filter((id) => id !== undefined));
  return `${who}; not ${[...excluded].join(" and not ")}`;
}
