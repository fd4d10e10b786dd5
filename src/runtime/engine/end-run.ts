import { LobsterError, messageOf } from "../errors.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { GateDocument, RunDocument, RunOutcome } from "../run/documents.ts";
import type { RunWriter } from "../run/run-writer.ts";
import type { RunReport } from "../runtime.ts";
import { reopenGate } from "./reopen-gate.ts";

/** What a run has used of its limits, as its document keeps it. */
export type Used = Pick<RunDocument, "executedMs" | "cost">;

/** Ends a run that somebody asked to cancel. */
export async function endCancelled(host: RuntimeHost, writer: RunWriter, used: Partial<Used>): Promise<RunReport> {
  const by = writer.current.cancelRequested?.by;
  await endRun(writer, { kind: "cancelled", at: isoNow(host), ...(by === undefined ? {} : { by }) }, used);
  return { kind: "cancelled", run: writer.current };
}

/** Writes how a run ended. */
export async function endRun(writer: RunWriter, outcome: RunOutcome, used: Partial<Used> = {}): Promise<void> {
  await writer.update(
    (run) => {
      const { inFlight: _inFlight, lease: _lease, gate: _gate, again: _again, ...rest } = run;
      return { ...rest, status: "over", outcome, ...used };
    },
    { survive: "machine" },
  );
}

/** What ended an execution. `reopens` is the gate that opens again, for nothing had started. */
export interface Failure {
  readonly thrown: unknown;
  readonly used: Used;
  readonly reopens?: GateDocument | undefined;
}

/** Ends a run that failed or was cancelled, or opens its gate again. */
export async function reportFailure(host: RuntimeHost, writer: RunWriter, failure: Failure): Promise<RunReport> {
  const error = asLobsterError(failure.thrown);
  if (error.code === "cancelled" && error.facts["asked"] === true) {
    return await endCancelled(host, writer, failure.used);
  }
  if (failure.reopens !== undefined) {
    const reopened = await reopenGate(host, writer, failure.reopens, failure.used.executedMs);
    return { kind: "failed", run: writer.current, error, reopened };
  }
  await endRun(writer, failedOutcome(host, error), failure.used);
  return { kind: "failed", run: writer.current, error };
}

function failedOutcome(host: RuntimeHost, error: LobsterError): RunOutcome {
  const { stepId, exitCode, stderrTail } = error.facts;
  return {
    kind: error.code === "cancelled" ? "cancelled" : "failed",
    at: isoNow(host),
    message: error.message,
    ...(typeof stepId === "string" ? { stepId } : {}),
    ...(typeof exitCode === "number" ? { exitCode } : {}),
    ...(typeof stderrTail === "string" && stderrTail !== "" ? { stderrTail } : {}),
  };
}

function asLobsterError(thrown: unknown): LobsterError {
  if (thrown instanceof LobsterError) return thrown;
  return new LobsterError("internal", messageOf(thrown), { cause: thrown });
}
