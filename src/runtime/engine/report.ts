import { LobsterError } from "../errors.ts";
import type { RunDocument } from "../run/documents.ts";
import type { RunReport } from "../runtime.ts";

/** The report of a run that is over, from what is stored about it; one that is not is executed by somebody else. */
export function reportOver(run: RunDocument): RunReport {
  const { outcome } = run;
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

function storedError(run: RunDocument, outcome: NonNullable<RunDocument["outcome"]>): LobsterError {
  return new LobsterError("step_failed", outcome.message ?? `Run ${run.id} ${outcome.kind}`, {
    facts: { runId: run.id, ...(outcome.stepId === undefined ? {} : { stepId: outcome.stepId }) },
  });
}
