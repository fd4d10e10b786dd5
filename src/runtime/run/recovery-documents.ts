import type { Frame, GateKey, InFlight, Origin, ProcessMark } from "./documents.ts";

/** Where a run goes on that its process left: at a step, behind a decided gate, or, with neither, at its start. */
export interface Resumption {
  /** The cursor down to the step that runs again. */
  readonly frames?: readonly Frame[];
  /** The decided gate behind which the interrupted stretch began. */
  readonly gate?: GateKey;
}

/** A run whose process died, so that nobody knows what became of the step under way (promise 10). */
export interface Interruption {
  /** Random; whoever decides names it, so that a decision never hits a later interruption. */
  readonly id: string;
  /** When it was found, ISO. */
  readonly at: string;
  /** `machine`: the whole machine stopped, or the run was under way on another one: what was recorded last may be lost. */
  readonly cause: "process" | "machine";
  /** Name of the machine on which it was under way. */
  readonly host?: string;
  /** The step whose effect is unknown; absent when the machine stopped and nothing tells how far the run had come. */
  readonly lost?: InFlight;
  /** Where a retry goes on. */
  readonly resumption: Resumption;
}

/** What a person decided about an interrupted run. */
export interface RecoveryDecision {
  readonly id: string;
  readonly kind: "retry" | "abandon";
  readonly by?: string;
  readonly account?: string;
  readonly reason?: string;
  readonly at: string;
  readonly interruption: Interruption;
  /** For a retry behind an approval gate: the gate that asks again. */
  readonly gate?: GateKey;
  /** True when `--as-operator` overrode `decideVia: chat`. */
  readonly asOperator?: true;
  readonly origin?: Origin;
  /** Who was about to go on with it. */
  readonly process?: ProcessMark;
}

/** What a gate that asks again is about: the interrupted step, and where the run goes on. */
export interface GateRetry {
  /** Key of the gate whose approval was used up by the interrupted stretch. */
  readonly of: GateKey;
  /** Id of the {@link Interruption}. */
  readonly interruption: string;
  /** The step that runs again, with the ids of its enclosing steps; absent when nobody knows how far the run had come. */
  readonly step?: { readonly path: readonly string[]; readonly stepId: string };
  readonly resumption: Resumption;
}
