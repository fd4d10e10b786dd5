import type { JsonObject } from "../../runtime/json.ts";
import type { Survivors } from "../../runtime/recovery/survivors.ts";
import { describeElapsed } from "./describe-elapsed.ts";
import type { InterruptedRun } from "./find-interrupted.ts";

/** An interrupted run for programs. */
export function describeInterruptedAsJson({ run, interruption, survivors }: InterruptedRun): JsonObject {
  const { lost, cause, host, at } = interruption;
  return {
    runId: run.id,
    workflow: run.name,
    ...(run.filePath === undefined ? {} : { filePath: run.filePath }),
    ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }),
    ...(lost === undefined ? {} : { step: [...lost.path, lost.stepId], stepStartedAt: lost.startedAt }),
    cause,
    ...(host === undefined ? {} : { host }),
    foundAt: at,
    stillRunning: survivors.kind === "running" ? survivors.pids : [],
    decideVia: run.decideVia,
  };
}

/** An interrupted run for people, with the command that decides about it. `now` is the time in ms. */
export function describeInterrupted({ run, interruption, survivors }: InterruptedRun, now: number): string {
  const { lost, at } = interruption;
  const where = lost === undefined ? "" : ` > ${[...lost.path, lost.stepId].join(" > ")}`;
  const unknown =
    lost === undefined ? "how far it had come is unknown" : "whether the effect of that step happened is unknown";
  return [
    `interrupted  ${run.name}${where}  run ${run.id}`,
    `  ${unknown}; waiting ${describeElapsed(now - Date.parse(lost?.startedAt ?? at))}`,
    ...describeSurvivors(survivors),
    ...(run.decideVia === "chat" ? ["  to be retried in chat"] : []),
    `  lobster resume --run ${run.id} --retry|--abandon`,
  ].join("\n");
}

function describeSurvivors(survivors: Survivors): readonly string[] {
  switch (survivors.kind) {
    case "none":
      return [];
    case "running":
      return [
        survivors.mayBeEarlier === true
          ? `  something of it still runs (process ${survivors.pids.join(", ")}), maybe of an earlier step; end it yourself`
          : `  it still runs (process ${survivors.pids.join(", ")}); --abandon ends it`,
      ];
    case "elsewhere":
      return [`  it ran on ${survivors.host}: look there whether it still does`];
  }
}
