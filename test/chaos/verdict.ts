import type { RunOutcome } from "../../src/runtime/run/documents.ts";
import { STEPS } from "./five-steps.ts";

/** What is known of a run that is over, however often its process was killed. */
export interface Ended {
  readonly outcome: RunOutcome["kind"];
  /** Lines that its steps left, in order. */
  readonly effects: readonly string[];
  /** Steps that somebody let run once more, in order. */
  readonly retried: readonly string[];
}

const count = (list: readonly string[], step: string): number => list.filter((line) => line === step).length;

/** What must not be: a step that ran more often than somebody said, or a run that finished without one of its steps. */
export function findWrongs({ outcome, effects, retried }: Ended): readonly string[] {
  // Nobody denied or cancelled it, and no step of it fails.
  if (outcome !== "finished" && outcome !== "interrupted") return [`it ended as ${outcome}`];
  return STEPS.flatMap((step) => {
    const [ran, allowed] = [count(effects, step), 1 + count(retried, step)];
    if (ran > allowed) return [`${step} ran ${ran} times, and ${allowed} were said`];
    return outcome === "finished" && ran === 0 ? [`${step} never ran`] : [];
  });
}
