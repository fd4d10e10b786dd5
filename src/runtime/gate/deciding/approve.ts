import { groupOf, isSamePerson, type Voter } from "../../approvers/principal.ts";
import { LobsterError } from "../../errors.ts";
import type { RemovedVote, Vote } from "../../run/documents.ts";
import { assertMayApprove } from "../may-approve.ts";
import { assertNotLate, gateLabel } from "../decision-rules.ts";
import { listNamed, measureVotes } from "../rules.ts";
import { changeVotes, starterFacts, type Case, type Verdict } from "./case.ts";
import { composeApproval, composeDecision, composeVote, reasonOf } from "./compose-decision.ts";
import { assertGroupNames } from "./decider.ts";
import { recheckVotes, type DroppedVote } from "./recheck.ts";
import { markUnqualified } from "./removed.ts";
import { judgeSettle } from "./settle.ts";
import { assertNotStarter } from "./starter.ts";

/** Votes a gate keeps, but for those that bring it on; more people than a quorum can ask for only fill the store. */
const MAX_VOTES = 200;

/**
 * Judges an approve (policy rule 5): a vote that is allowed and does not complete the quorum is kept; the one that does
 * opens the gate, or begins its hold. Further votes during a hold are kept, too: they count when another is withdrawn.
 */
export async function judgeApprove(given: Case): Promise<Verdict> {
  const { gate, decider } = given;
  const label = gateLabel(gate);
  if (listNamed(gate.policy).some((named) => groupOf(named) !== undefined)) assertGroupNames(label, decider);
  assertMayApprove(label, gate.policy, decider);
  if (decider !== undefined) await assertNotStarter(starterFacts(given), decider.by);
  // The votes are complete and the hold is over: this does what a scanner would have done.
  if (gate.holdUntil !== null && given.now >= Date.parse(gate.holdUntil)) return await judgeSettle(given);
  assertNotVoted(given);
  assertNotLate(gate, given.now);
  assertReason(given);
  assertConfirmed(given);
  if (decider === undefined) {
    // A host that knows its people lets nobody approve whom it does not know.
    if (given.host.directory !== undefined)
      throw new LobsterError("refused", `${label} approval requires approver identity`);
    return decided(given, composeDecision(given, "approve"), []);
  }
  return await judgeVote(given, decider);
}

async function judgeVote(given: Case, voter: Voter): Promise<Verdict> {
  const { gate } = given;
  const { vote, others } = joinEarlier(gate.votes, composeVote(given, voter));
  const votes = [...others, vote];
  const { remaining } = measureVotes(gate.policy, votes);
  if (votes.length > MAX_VOTES && remaining >= measureVotes(gate.policy, gate.votes).remaining) {
    throw new LobsterError("refused", `${gateLabel(gate)} approval has ${MAX_VOTES} votes already, and needs others`);
  }
  if (remaining > 0) return kept(given, { votes, vote, dropped: [], remaining });
  const checked = await recheckVotes(starterFacts(given), votes);
  const own = checked.dropped.find((one) => one.vote === vote);
  if (own !== undefined) throw own.error;
  const { dropped } = checked;
  if (checked.remaining > 0) return kept(given, { votes: checked.kept, vote, dropped, remaining: checked.remaining });
  const { holdMs } = gate.policy;
  if (holdMs !== undefined) return held(given, { votes: checked.kept, vote, dropped, remaining: 0 }, holdMs);
  return decided(given, composeApproval(given, checked.kept), checked.kept, markUnqualified(given, dropped));
}

/** Somebody who came into a group after their vote votes again: one vote, with all the groups they voted with. */
function joinEarlier(votes: readonly Vote[], vote: Vote): { readonly vote: Vote; readonly others: readonly Vote[] } {
  const earlier = votes.find(({ by }) => by === vote.by);
  if (earlier === undefined) return { vote, others: votes };
  const groups = [...new Set([...earlier.groups, ...vote.groups])];
  return { vote: { ...vote, groups }, others: votes.filter((other) => other !== earlier) };
}

/** How a vote changes a gate. */
interface Change {
  readonly votes: readonly Vote[];
  readonly vote: Vote;
  readonly dropped: readonly DroppedVote[];
  readonly remaining: number;
}

function kept(given: Case, { votes, vote, dropped, remaining }: Change): Verdict {
  const gate = changeVotes(given.gate, votes, markUnqualified(given, dropped), null);
  const names = dropped.map((one) => one.vote.by);
  return { kind: "kept", gate, told: { kind: "voted", vote, remaining, dropped: names } };
}

function held(given: Case, { votes, vote, dropped }: Change, holdMs: number): Verdict {
  const until = given.gate.holdUntil ?? new Date(given.now + holdMs).toISOString();
  const gate = changeVotes(given.gate, votes, markUnqualified(given, dropped), until);
  const names = dropped.map((one) => one.vote.by);
  return {
    kind: "kept",
    gate,
    told: { kind: "held", vote, until, remaining: 0, dropped: names },
  };
}

function decided(
  { gate }: Case,
  decision: ReturnType<typeof composeApproval>,
  votes: readonly Vote[],
  removed: readonly RemovedVote[] = [],
): Verdict {
  return { kind: "decided", gate: { ...changeVotes(gate, votes, removed, null), state: "decided", decision } };
}

/** One person, one vote; ids that differ in letter case only are one person. A vote with a group more is none more. */
function assertNotVoted({ gate, decider }: Case): void {
  if (decider === undefined) return;
  const earlier = gate.votes.find(({ by }) => isSamePerson(by, decider.by));
  if (earlier === undefined) return;
  if (earlier.by === decider.by && decider.groups.some((group) => !earlier.groups.includes(group))) return;
  throw new LobsterError("already_voted", `${gateLabel(gate)} approval already approved by '${earlier.by}'`);
}

function assertReason({ request, gate }: Case): void {
  const reason = reasonOf(request);
  const rule = gate.policy.reason;
  const label = `${gateLabel(gate)} approval`;
  if (rule === "required" && reason === undefined)
    throw new LobsterError("reason_required", `${label} requires a reason`);
  if (rule === "none" && reason !== undefined)
    throw new LobsterError("refused", `${label} takes no reason; leave it out`);
}

function assertConfirmed({ request, gate }: Case): void {
  const { confirm } = gate.policy;
  if (confirm === undefined || request.confirm?.trim().normalize() === confirm.trim().normalize()) return;
  throw new LobsterError("confirm_required", `${gateLabel(gate)} approval requires typing '${confirm}'`);
}
