import type { GateDocument, RecordedDecision, RemovedVote, RunDocument, Vote } from "../../../runtime/run/documents.ts";
import type { RunEntry } from "../log/journal.ts";
import type { AuditWhat } from "../log/record.ts";
import { digestOf, personOf, whereOf } from "./tell-run.ts";

type About = Pick<RunEntry, "run" | "workflow" | "gate" | "approval" | "step" | "digest">;

/** What an entry about a gate says of it. */
export function aboutGate({ id, name }: Pick<RunDocument, "id" | "name">, gate: GateDocument): About {
  return {
    run: id,
    workflow: name,
    gate: gate.key,
    ...(gate.approvalId === undefined ? {} : { approval: gate.approvalId }),
    step: gate.stepId,
    digest: gate.digest,
  };
}

/** What people did at a gate: every vote, those that were taken back included, and the decision. */
export function tellGate(run: RunDocument, gate: GateDocument): readonly RunEntry[] {
  const about = aboutGate(run, gate);
  // Votes and withdrawals stand in the gate alone; the run has the decisions, also that of a gate that is gone.
  return [
    ...gate.votes.map((vote) => tellVote(about, vote)),
    ...(gate.removedVotes ?? []).flatMap((removed) => tellRemoved(about, removed)),
  ];
}

function tellVote(about: About, vote: Vote): RunEntry {
  const { by, at, account, digest, reason, asOperator, origin } = vote;
  return {
    id: voteId(about, by, at),
    what: "vote",
    at,
    ...about,
    digest,
    person: by,
    ...whereOf(origin, account),
    ...(reason === undefined ? {} : { reason }),
    ...(asOperator === true ? { facts: { asOperator } } : {}),
  };
}

/** The vote itself, and that it counts no more. */
function tellRemoved(about: About, removed: RemovedVote): readonly RunEntry[] {
  const { by, votedAt, at, because, vote, account, origin } = removed;
  const given: RunEntry = {
    id: voteId(about, by, votedAt),
    what: "vote",
    at: votedAt,
    ...about,
    person: by,
    ...whereOf(vote?.origin, vote?.account),
    ...(vote === undefined ? {} : { digest: vote.digest }),
    ...(vote?.reason === undefined ? {} : { reason: vote.reason }),
    ...(vote?.asOperator === true ? { facts: { asOperator: true } } : {}),
  };
  const withdrawal: RunEntry = {
    id: `withdraw:${about.gate ?? ""}:${by}:${votedAt}`,
    what: "withdraw",
    at,
    ...about,
    person: by,
    ...whereOf(origin, account),
    facts: { because },
  };
  return [given, withdrawal];
}

function voteId({ gate = "" }: About, by: string, at: string): string {
  return `vote:${gate}:${by}:${at}`;
}

/** What each kind of decision is called in the log. An approve opens the gate: the run may go on. */
const WHAT: Readonly<Record<RecordedDecision["kind"], AuditWhat>> = {
  approve: "resume",
  deny: "deny",
  answer: "answer",
  cancel: "cancel",
  expire: "expire",
};

/**
 * A decision, by its id. An approve that nobody's vote stands for (a gate that is open to all, somebody who did not say
 * who they are) is a vote, too.
 */
export function tellDecision(
  run: RunDocument,
  decision: RecordedDecision,
  gate: GateDocument | undefined,
): readonly RunEntry[] {
  const { id, kind, by, account, reason, at, stepId, approvalId, digest, asOperator, origin, approvals } = decision;
  const who = { ...personOf(by), ...whereOf(origin, account), ...(reason === undefined ? {} : { reason }) };
  const about: About = {
    run: run.id,
    workflow: run.name,
    gate: decision.gate,
    ...(approvalId === undefined ? {} : { approval: approvalId }),
    step: stepId,
    digest,
  };
  const facts = {
    decision: id,
    ...(asOperator === true ? { asOperator } : {}),
    ...(approvals === undefined ? {} : { approvals: approvals.map(({ by: voter }) => voter).join(", ") }),
    ...(kind === "answer" && gate?.response !== undefined ? { answer: digestOf(gate.response.value) } : {}),
  };
  const told: RunEntry = { id: `decision:${id}`, what: WHAT[kind], at, ...about, ...who, facts };
  return kind !== "approve" || hasVoteOf(gate, by) ? [told] : [{ ...told, id: `vote:${id}`, what: "vote" }, told];
}

/** A vote that counted, or did before the gate was opened again. */
function hasVoteOf(gate: GateDocument | undefined, by: string | undefined): boolean {
  const { votes = [], removedVotes = [] } = gate ?? {};
  return by !== undefined && [...votes, ...removedVotes].some((vote) => vote.by === by);
}
