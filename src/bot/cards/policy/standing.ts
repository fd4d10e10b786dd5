import { isSamePerson, type Voter } from "../../../runtime/approvers/principal.ts";
import { placesOf } from "../../../runtime/approvers/rule.ts";
import { mayApprove } from "../../../runtime/gate/may-approve.ts";
import { measureVotes, type Progress } from "../../../runtime/gate/rules.ts";
import type { GateDocument, RemovedVote, Vote } from "../../../runtime/run/documents.ts";
import type { Voice } from "../run-view.ts";

/** How far an approval gate is, going by who people are now. The runtime counts again when the votes are complete. */
export interface Standing {
  /** Votes that fill a place. */
  readonly counted: readonly Vote[];
  /** Votes of people who may approve, but for whom no place is left. */
  readonly spare: readonly Vote[];
  /** Votes of people who may not approve any more: the runtime drops them when the votes are complete. */
  readonly lost: readonly Vote[];
  /** Votes that were removed, and whose people have not approved again. */
  readonly removed: readonly RemovedVote[];
  /** People more that are needed, at least. */
  readonly remaining: number;
  /** `counted` and `remaining` together. */
  readonly needed: number;
  /** Who is still needed: a person's id or `group:<name>`, or so many of several (undefined: of anybody). */
  readonly missing: readonly MissingPlace[];
}

/** A place that nobody fills yet, or several of a kind. */
export type MissingPlace =
  | { readonly kind: "slot"; readonly principal: string }
  | { readonly kind: "open"; readonly count: number; readonly of: readonly string[] | undefined };

type PolicyOf = Pick<GateDocument, "policy" | "votes"> & Partial<Pick<GateDocument, "removedVotes">>;

/**
 * Measures the votes of a gate against its policy. Somebody who came into a group after their vote counts there once they vote
 * again, as in the runtime: of what they voted with and what they are now, the lesser counts.
 */
export function readStanding(
  { policy, votes, removedVotes = [] }: PolicyOf,
  { groupsOf }: Pick<Voice, "groupsOf">,
): Standing {
  const now = votes.map((vote) => ({ vote, voter: findVoter(vote, groupsOf) }));
  const good = now.filter((one): one is { vote: Vote; voter: Voter } => {
    return one.voter !== undefined && mayApprove(policy, { id: one.voter.by, groups: one.voter.groups });
  });
  const { rules, remaining } = measureLess(policy, good);
  const seated = new Set(rules.flatMap(({ seating }) => [...seating.slots, ...seating.open]).map((voter) => voter?.by));
  const counts = ({ by }: Vote): boolean => rules.length === 0 || seated.has(by);
  const all = good.map(({ vote }) => vote);
  const counted = all.filter(counts);
  return {
    counted,
    spare: all.filter((vote) => !counts(vote)),
    lost: votes.filter((vote) => !all.includes(vote)),
    removed: findRemoved(votes, removedVotes),
    remaining,
    needed: counted.length + remaining,
    missing: rules.flatMap(listMissing),
  };
}

/** With the groups people voted with, or those they are in now, whichever brings it less far. */
function measureLess(policy: GateDocument["policy"], good: readonly { vote: Vote; voter: Voter }[]): Progress {
  const asVoted = measureVotes(
    policy,
    good.map(({ vote }) => vote),
  );
  const byNow = measureVotes(
    policy,
    good.map(({ voter }) => voter),
  );
  return asVoted.remaining > byNow.remaining ? asVoted : byNow;
}

function listMissing({ rule, seating }: Progress["rules"][number]): readonly MissingPlace[] {
  const { slots, approvers } = placesOf(rule);
  const empty = slots.filter((_, index) => seating.slots[index] === undefined);
  const count = seating.open.filter((voter) => voter === undefined).length;
  return [
    ...empty.map((principal): MissingPlace => ({ kind: "slot", principal })),
    ...(count === 0 ? [] : [{ kind: "open", count, of: approvers } as const]),
  ];
}

/** True where an approve is not at once the end of it: more than one vote is needed, or the last one is followed by a hold. */
export function gathersVotes({ policy }: Pick<GateDocument, "policy">): boolean {
  return policy.holdMs !== undefined || measureVotes(policy, []).remaining > 1;
}

/** True when an approve of this person would bring the gate further: a first one, or one with a group they are in by now. */
export function isNeeded(
  gate: PolicyOf,
  person: { readonly id: string; readonly groups: readonly string[] },
  voice: Pick<Voice, "groupsOf">,
): boolean {
  const { policy, votes } = gate;
  const earlier = votes.find(({ by }) => isSamePerson(by, person.id));
  const isMore = earlier?.by === person.id && person.groups.some((group) => !earlier.groups.includes(group));
  if (!mayApprove(policy, person) || (earlier !== undefined && !isMore)) return false;
  const { counted, spare, remaining } = readStanding(gate, voice);
  const others = [...counted, ...spare].filter((vote) => vote !== earlier);
  return measureVotes(policy, [...others, { by: person.id, groups: person.groups }]).remaining < remaining;
}

function findVoter({ by, account }: Vote, groupsOf: Voice["groupsOf"]): Voter | undefined {
  const groups = groupsOf(by, account);
  return groups === undefined ? undefined : { by, groups };
}

/** The last removal of everybody whose vote is not there. */
function findRemoved(votes: readonly Vote[], removed: readonly RemovedVote[]): readonly RemovedVote[] {
  return removed.filter(
    ({ by }, index) =>
      removed.findLastIndex((other) => other.by === by) === index && !votes.some((vote) => vote.by === by),
  );
}
