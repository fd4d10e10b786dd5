import type { RemovedVote, Vote } from "../../run/documents.ts";
import type { Case } from "./case.ts";

/** Votes that the directory no longer bears out, as they are remembered. */
export function markUnqualified({ now }: Pick<Case, "now">, dropped: readonly Vote[]): readonly RemovedVote[] {
  const at = new Date(now).toISOString();
  return dropped.map((vote) => ({ by: vote.by, votedAt: vote.at, at, because: "unqualified" }));
}
