import type { Voter } from "../../approvers/principal.ts";
import type { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import type { GateDocument, RemovedVote, RunDocument, Vote } from "../../run/documents.ts";
import type { DecisionOutcome, DecisionRequest } from "../../runtime.ts";

/** A decision to be judged, at a gate as it was read just now. */
export interface Case {
  readonly host: RuntimeHost;
  readonly request: DecisionRequest;
  /** Open. */
  readonly gate: GateDocument;
  readonly run: RunDocument;
  /** Who decides; undefined for nobody. */
  readonly decider: Voter | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What a decision comes to: nothing, the gate decided, or the gate changed and open still. Nothing is stored yet; what is
 * to be stored counts only if the gate has not changed meanwhile.
 */
export type Verdict =
  | { readonly kind: "refused"; readonly error: LobsterError }
  | { readonly kind: "decided"; readonly gate: GateDocument }
  | { readonly kind: "kept"; readonly gate: GateDocument; readonly outcome: DecisionOutcome };

/** Removed votes that are remembered. */
const MAX_REMOVED = 20;

/** A gate with other votes; what was removed is remembered. */
export function changeVotes(
  gate: GateDocument,
  votes: readonly Vote[],
  removed: readonly RemovedVote[],
  holdUntil: string | null,
): GateDocument {
  const removedVotes = [...(gate.removedVotes ?? []), ...removed].slice(-MAX_REMOVED);
  return { ...gate, votes, holdUntil, ...(removedVotes.length === 0 ? {} : { removedVotes }) };
}
