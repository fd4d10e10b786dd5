import { LobsterError } from "../errors.ts";
import type { RunWriter } from "./run-writer.ts";

/**
 * The writer of the process that holds the lease. Every write requires that it still does: a process whose run was taken
 * over changes nothing of it any more and is told with `busy`.
 */
export function fenceWriter(writer: RunWriter, owner: string): RunWriter {
  return {
    get current() {
      return writer.current;
    },
    refresh: () => writer.refresh(),
    update: (change, options) =>
      writer.update((run) => {
        if (run.status === "over" || run.lease?.owner !== owner) throw takenOver(run.id);
        return change(run);
      }, options),
  };
}

/** The error of a process that no longer executes its run. Nothing of the run is changed because of it. */
function takenOver(runId: string): LobsterError {
  return new LobsterError("busy", `Run ${runId} is executed or was ended elsewhere`, {
    facts: { runId, takenOver: true, final: true },
  });
}

/** True for the error of {@link fenceWriter}: whoever holds the run now tells how it ends. */
export function isTakenOver(thrown: unknown): boolean {
  return thrown instanceof LobsterError && thrown.facts["takenOver"] === true;
}
