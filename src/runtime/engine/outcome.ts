import type { JsonValue } from "../json.ts";
import type { Frame, GateDocument } from "../run/documents.ts";

/** Where a run goes on: at a step, and the steps that enclose it. */
export interface ResumePoint {
  readonly from: ResumeFrom;
  /** The whole cursor, outermost frame first. */
  readonly frames: readonly Frame[];
  /** Step ids from the frame that gets this down to the step it is about; the first one belongs to that frame. */
  readonly steps: readonly string[];
}

/** What is done at that step. */
export type ResumeFrom =
  /** Its gate was decided: what it was decided for goes on. */
  | { readonly kind: "gate"; readonly gate: GateDocument }
  /**
   * It was under way when its process died, and runs again. `gate` is the decided one that the interrupted stretch began at:
   * a stage that had asked goes on with the answer it got.
   */
  | { readonly kind: "again"; readonly gate?: GateDocument }
  /** It was the last one whose result was kept: the one after it is next. */
  | { readonly kind: "behind" };

/** The gate whose stage goes on inside the step that a point is about; undefined when the step starts afresh. */
export function continuedGate({ from, frames, steps }: ResumePoint): GateDocument | undefined {
  if (steps.length > 0 || from.kind === "behind") return undefined;
  const { gate } = from;
  if (gate?.continuation === undefined) return undefined;
  return from.kind === "gate" || isSamePlace(gate.frames, frames) ? gate : undefined;
}

/** A later attempt starts afresh: the answer belongs to the attempt that asked. */
function isSamePlace(asked: readonly Frame[], again: readonly Frame[]): boolean {
  return (
    asked.length === again.length &&
    asked.every(({ stepId, attempt }, depth) => again[depth]?.stepId === stepId && again[depth].attempt === attempt)
  );
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
