import type { Environment } from "../ports.ts";
import type { RunDocument } from "./documents.ts";

/** What the steps of a run see of who began it and who opened its last gate (design.md, How a run goes, 8). */
export function runEnvironment(environment: Environment, run: RunDocument): Environment {
  const approvedBy = run.decisions.findLast((decision) => decision.kind === "approve")?.by;
  return {
    ...environment,
    ...(run.startedBy === undefined ? {} : { LOBSTER_APPROVAL_INITIATED_BY: run.startedBy }),
    ...(approvedBy === undefined ? {} : { LOBSTER_APPROVAL_APPROVED_BY: approvedBy }),
  };
}
