import type { Voter } from "../../approvers/principal.ts";
import type { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import type { GateDocument, RemovedVote, RunDocument, Vote } from "../../run/documents.ts";
import type { DecisionOutcome, DecisionRequest, StillWaiting } from "../../runtime.ts";
import { gateLabel } from "../decision-rules.ts";
import type { StarterFacts } from "./starter.ts";

/** What judging takes of a host. */
export type JudgingHost = Pick<RuntimeHost, "environment" | "clock" | "ids" | "directory">;

/** A decision to be judged, at a gate as it was read just now. */
export interface Case {
  readonly host: JudgingHost;
  readonly request: DecisionRequest;
  /** Open. */
  readonly gate: GateDocument;
  readonly run: Pick<RunDocument, "id" | "decideVia" | "startedFrom">;
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
  | { readonly kind: "kept"; readonly gate: GateDocument; readonly told: Told };

/** What whoever decided is told of a gate that goes on waiting, beside the gate and its run. */
export type Told = DistributiveOmit<Extract<DecisionOutcome, StillWaiting>, "gate" | "run">;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What tells whether somebody is the human who started the run. */
export function starterFacts({ host, gate, run }: Case): StarterFacts {
  return { directory: host.directory, label: gateLabel(gate), policy: gate.policy, run };
}

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
