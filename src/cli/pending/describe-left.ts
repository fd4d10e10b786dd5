import type { JsonObject } from "../../runtime/json.ts";
import type { LeftRun } from "./find-left.ts";

/** A run that nobody goes on with, for programs. */
export function describeLeftAsJson({ run, gate }: LeftRun): JsonObject {
  return {
    runId: run.id,
    workflow: run.name,
    ...(run.filePath === undefined ? {} : { filePath: run.filePath }),
    ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }),
    ...(gate === undefined ? {} : { gate: gate.key, step: gate.stepId }),
    decideVia: run.decideVia,
  };
}

/** The same for people, with what goes on with it. */
export function describeLeft({ run, gate }: LeftRun): string {
  const where = gate === undefined ? "" : ` > ${gate.stepId}`;
  return [
    `left  ${run.name}${where}  run ${run.id}`,
    `  ${sayDecided(gate)}; the process that was to go on with it is gone, with no step under way`,
    run.decideVia === "chat" ? "  goes on where its bot runs" : "  lobster sweep",
  ].join("\n");
}

function sayDecided(gate: LeftRun["gate"]): string {
  if (gate === undefined) return "to be retried";
  return gate.decision?.kind === "answer" ? "answered" : "approved";
}
