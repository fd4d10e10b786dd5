import type { JsonValue } from "../json.ts";
import type { GateDocument } from "../run/documents.ts";

/** Where a run goes on after its gate was decided: the gate, and the steps that enclose it. */
export interface ResumePoint {
  readonly gate: GateDocument;
  /** Step ids from the frame that gets this down to the gate's own step; the first one belongs to that frame. */
  readonly steps: readonly string[];
}

/** A frame that has run to its end, with its output items (workflows-and-checkpoints §4.7). */
export interface FrameEnd {
  readonly kind: "ended";
  readonly output: readonly JsonValue[];
  /** The first gate that was left out because a step before it failed with `skip_rest`. */
  readonly unpassedGate?: string;
  /** What the renderers of a pipeline made. */
  readonly rendered?: { readonly text: string; readonly written: boolean };
}

/** A gate that has stopped the run. */
export interface Suspension {
  readonly kind: "suspended";
  readonly gate: GateDocument;
  /** What the renderers of a pipeline made before it stopped. */
  readonly rendered?: FrameEnd["rendered"];
}

/** What one step tells its frame's loop. */
export type StepOutcome = { readonly kind: "next" } | { readonly kind: "skip_rest" } | Suspension;
