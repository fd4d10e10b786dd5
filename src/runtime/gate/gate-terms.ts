import type { JsonObject } from "../json.ts";
import type { GateDocument } from "../run/documents.ts";
import { describeVote } from "./deciding/compose-decision.ts";
import { measureVotes } from "./rules.ts";

/**
 * What policy.md adds to Lobster's own rules in a reply, and how far the votes are. A gate without such rules has none of
 * it.
 */
export function describeGateTerms(gate: GateDocument): JsonObject {
  const { policy, votes, expiresAt, holdUntil } = gate;
  const { approvers, require, quorum, also, reason, confirm, holdMs } = policy;
  const takesVotes = [approvers, require, quorum, also, holdMs].some((part) => part !== undefined);
  const dropped = listDropped(gate);
  return {
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(also === undefined ? {} : { also: also.map((rule) => ({ ...rule })) }),
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(holdMs === undefined ? {} : { holdMs }),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(holdUntil === null ? {} : { holdUntil }),
    ...(takesVotes || votes.length > 0
      ? { approvals: votes.map(describeVote), remaining: measureVotes(policy, votes).remaining }
      : {}),
    ...(dropped.length === 0 ? {} : { dropped: dropped.map(({ by, at }) => ({ by, at })) }),
  };
}

/** Voters who may not approve any more, and have not voted anew. */
export function listDropped({ votes, removedVotes = [] }: Pick<GateDocument, "votes" | "removedVotes">) {
  return removedVotes.filter(({ by, because }) => because === "unqualified" && !votes.some((vote) => vote.by === by));
}
