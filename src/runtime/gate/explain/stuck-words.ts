import { quorumOf } from "../../approvers/rule.ts";
import type { GatePolicy } from "../../run/documents.ts";
import type { ApprovalDefinition } from "../../workflow/definition.ts";
import type { Cast, KnownPerson } from "./cast.ts";
import { namePrincipal } from "../policy-words.ts";
import { measureVotes } from "../rules.ts";

/** A run that a possible starter would start, with those whose approve would count in it. */
export interface ImaginedRun {
  readonly policy: GatePolicy;
  readonly eligible: readonly KnownPerson[];
}

/** Why a gate cannot be opened, whoever starts: `only 1 eligible`, `nobody eligible for group:security`. */
export function describeStuck(approval: ApprovalDefinition, cast: Cast, runs: readonly ImaginedRun[]): string {
  const { people, starters } = cast;
  if (people.length === 0) return "there is nobody who can act";
  if (starters.length === 0) return "there is nobody who can start it";
  const { approvers, require, quorum, requiredApprover: wanted, initiatedBy } = approval;
  const ids = people.map(({ id }) => id);
  if (approvers !== undefined || require !== undefined || quorum !== undefined) return describeShortage(runs);
  if (wanted === undefined) return `only ${listIds(ids)} can act`;
  if (!ids.includes(wanted)) return `'${wanted}' is not among those who can act`;
  if (wanted === initiatedBy) return `'${wanted}' is the initiator the file names`;
  return `'${wanted}' is the only one who can start it`;
}

/** What is short in the run in which least is. */
function describeShortage(runs: readonly ImaginedRun[]): string {
  const measured = runs.map(({ policy, eligible }) => ({
    eligible,
    progress: measureVotes(
      policy,
      eligible.map(({ id, groups }) => ({ by: id, groups })),
    ),
  }));
  const [best] = measured.toSorted((one, other) => one.progress.remaining - other.progress.remaining);
  const short = best?.progress.rules.find(({ seating }) => seating.missing > 0);
  if (best === undefined || short === undefined) return "nobody is eligible";
  const { rule, seating } = short;
  const empty = (rule.require ?? []).filter((_, index) => seating.slots[index] === undefined);
  if (empty.length > 0) return `nobody eligible is left for ${empty.map(namePrincipal).join(" and ")}`;
  const seated = quorumOf(rule) - seating.missing;
  return seated === 0 ? "nobody is eligible" : `only ${seated} eligible`;
}

function listIds(ids: readonly string[]): string {
  return ids.map((id) => `'${id}'`).join(" and ");
}
