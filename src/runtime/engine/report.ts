import { LobsterError } from "../errors.ts";
import type { RunDocument } from "../run/documents.ts";
import type { Interruption } from "../run/recovery-documents.ts";
import { sayInterrupted } from "../recovery/interrupt.ts";
import type { RunReport } from "../runtime.ts";

/**
 * The report of a run that is over or interrupted, from what is stored about it; one that is neither is executed by somebody
 * else.
 */
export function reportOver(run: RunDocument): RunReport {
  const { outcome, interruption } = run;
  if (run.status === "interrupted" && interruption !== undefined) {
    return { kind: "interrupted", run, error: interruptedError(run, interruption) };
  }
  if (outcome === undefined) return { kind: "busy", run };
  switch (outcome.kind) {
    case "finished":
      return { kind: "finished", run, output: outcome.output ?? [] };
    case "denied":
    case "cancelled":
    case "expired":
      return { kind: "cancelled", run };
    case "failed":
    case "interrupted":
      return { kind: "failed", run, error: storedError(run, outcome) };
  }
}

/** What whoever asks about an interrupted run is told: what is unknown, and what a person can do. */
function interruptedError(run: RunDocument, interruption: Interruption): LobsterError {
  const { lost } = interruption;
  const advice = `Look at what the step does, then: lobster resume --run ${run.id} --retry, or --abandon`;
  return new LobsterError("interrupted", `${sayInterrupted(run, interruption)}. ${advice}`, {
    facts: { runId: run.id, ...(lost === undefined ? {} : { stepId: lost.stepId }) },
  });
}

function storedError(run: RunDocument, outcome: NonNullable<RunDocument["outcome"]>): LobsterError {
  return new LobsterError("step_failed", outcome.message ?? `Run ${run.id} ${outcome.kind}`, {
    facts: { runId: run.id, ...(outcome.stepId === undefined ? {} : { stepId: outcome.stepId }) },
  });
}
