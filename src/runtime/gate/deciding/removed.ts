import type { RemovedVote, Vote } from "../../run/documents.ts";
import type { Case } from "./case.ts";
import type { DroppedVote } from "./recheck.ts";

/** A vote as it is remembered when it counts no more: whole, for the record. */
export function rememberVote(
  { by, at: votedAt, account, digest, reason, asOperator, origin }: Vote,
  at: string,
  because: RemovedVote["because"],
): RemovedVote {
  const vote = {
    digest,
    ...(account === undefined ? {} : { account }),
    ...(reason === undefined ? {} : { reason }),
    ...(asOperator === undefined ? {} : { asOperator }),
    ...(origin === undefined ? {} : { origin }),
  };
  return { by, votedAt, at, because, vote };
}

/** Votes that the directory no longer bears out, as they are remembered. */
export function markUnqualified({ now }: Pick<Case, "now">, dropped: readonly DroppedVote[]): readonly RemovedVote[] {
  const at = new Date(now).toISOString();
  return dropped.map(({ vote }) => rememberVote(vote, at, "unqualified"));
}
