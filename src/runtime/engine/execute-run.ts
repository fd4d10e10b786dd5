import { LobsterError, messageOf } from "../errors.ts";
import { applyDecision } from "../gate/decide.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import { decodeGate } from "../run/decode.ts";
import { fenceWriter, isTakenOver } from "../run/fenced-writer.ts";
import type { GateDocument, Lease, RunDocument, RunId, RunOutcome } from "../run/documents.ts";
import { forgetRun } from "../run/forget-run.ts";
import { isLeaseHeld, newLease } from "../run/lease.ts";
import { openRun, type RunWriter } from "../run/run-writer.ts";
import type { RunEvent, RunReport } from "../runtime.ts";
import { beginExecution, type Session } from "./begin.ts";
import { reopenGate } from "./reopen-gate.ts";
import { reportOver } from "./report.ts";
import { runToNextGate } from "./run-root.ts";

import type { Execution } from "./execution.ts";
import type { FrameEnd, Suspension } from "./outcome.ts";

/** How an execution is watched and stopped. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** What others do between our look at a run and our lease makes us look again; this often in a row is trouble. */
const MAX_LOOKS = 20;

/**
 * Takes the lease of a run and executes it to its next gate or its end. A run that waits at an undecided gate, is over, or
 * is executed by somebody else is reported as it is. A failure before anything started opens the gate again (fault W17).
 *
 * The lease is taken on the very document that was looked at, gate and decision included: whoever changed the run
 * meanwhile makes this process look again, so that nothing is carried out twice or from an older state.
 */
export async function executeRun(host: RuntimeHost, runId: RunId, options: ExecuteOptions): Promise<RunReport> {
  const writer = await openRun(host, runId);
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const gate = await readRunGate(host, writer.current);
    const settled = await settle(host, writer, gate);
    if (settled !== undefined) return settled;
    if (writer.current.gate === gate?.key) {
      const lease = await takeLease(host, writer);
      if (lease === "held") return reportOver(writer.current);
      if (lease !== "changed") return await executeLeased(host, fenceWriter(writer, lease.owner), gate, options);
    }
    await writer.refresh();
  }
  throw new LobsterError("busy", `Run ${runId} keeps changing and could not be executed; try again`);
}

async function executeLeased(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument | undefined,
  options: ExecuteOptions,
): Promise<RunReport> {
  try {
    const asked = writer.current.cancelRequested;
    if (asked !== undefined) return await endCancelled(host, writer, {});
    if (writer.current.inFlight !== undefined) return await endInterrupted(host, writer);
    return await executeSession(host, writer, gate, beginExecution(host, writer, options));
  } catch (thrown) {
    if (!isTakenOver(thrown)) throw thrown;
    return reportOver(await writer.refresh());
  }
}

async function executeSession(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument | undefined,
  session: Session,
): Promise<RunReport> {
  try {
    const ended = await runByKind(session.execution, gate);
    if (ended.kind === "suspended") {
      await session.close();
      return { kind: "waiting", run: writer.current, gate: ended.gate, ...renderedOf(ended) };
    }
    const used = await closeSession(session);
    await endRun(writer, { kind: "finished", at: isoNow(host), output: ended.output }, used);
    const run = writer.current;
    await forgetRun(host, run);
    return {
      kind: "finished",
      run,
      output: ended.output,
      ...renderedOf(ended),
    };
  } catch (thrown) {
    const used = await closeSession(session);
    if (isTakenOver(thrown)) throw thrown;
    return await reportFailure(host, writer, { thrown, gate, used, started: session.execution.effects.started });
  }
}

function renderedOf({ rendered }: FrameEnd | Suspension): Pick<FrameEnd, "rendered"> {
  return rendered === undefined ? {} : { rendered };
}

/** What a run has used of its limits, as its document keeps it. */
type Used = Pick<RunDocument, "executedMs" | "cost">;

async function closeSession(session: Session): Promise<Used> {
  return { executedMs: await session.close(), ...session.execution.cost.stored() };
}

async function runByKind(execution: Execution, gate: GateDocument | undefined): Promise<FrameEnd | Suspension> {
  if (execution.writer.current.kind === "workflow") return await runToNextGate(execution, gate);
  const { runPipelineToNextGate } = await import("./pipeline-run.ts");
  return await runPipelineToNextGate(execution, gate);
}

/** Runs that need no execution: over, waiting for a decision, or ended by a decision whose second write was lost. */
async function settle(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument | undefined,
): Promise<RunReport | undefined> {
  if (writer.current.status === "over") return reportOver(writer.current);
  if (gate === undefined) return undefined;
  const { decision } = gate;
  if (decision === undefined) return { kind: "waiting", run: writer.current, gate };
  await applyDecision(host, gate, decision);
  const run = await writer.refresh();
  if (run.status === "over") return reportOver(run);
  if (decision.kind === "approve" || decision.kind === "answer") return undefined;
  throw new LobsterError("invalid_state", `Run ${run.id} was ended at its gate and cannot go on`);
}

async function readRunGate(host: RuntimeHost, run: RunDocument): Promise<GateDocument | undefined> {
  if (run.gate === undefined || run.status === "over") return undefined;
  const stored = await host.store.read(run.gate);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  if (gate === undefined) {
    throw new LobsterError("invalid_state", `The checkpoint of run ${run.id} is missing or damaged; cancel the run`, {
      facts: { runId: run.id, gateKey: run.gate },
    });
  }
  return gate;
}

/**
 * Of any number of processes that want to execute a run, one gets the lease. `changed`: the run is not the one that was
 * looked at any more.
 */
async function takeLease(host: RuntimeHost, writer: RunWriter): Promise<Lease | "held" | "changed"> {
  const seen = writer.current;
  if (isLeaseHeld(host, seen)) return "held";
  const lease = newLease(host);
  const run = await writer.update((current) =>
    current === seen ? { ...current, status: "running", lease } : undefined,
  );
  return run.lease?.owner === lease.owner ? lease : "changed";
}

async function endCancelled(host: RuntimeHost, writer: RunWriter, used: Partial<Used>): Promise<RunReport> {
  const by = writer.current.cancelRequested?.by;
  await endRun(writer, { kind: "cancelled", at: isoNow(host), ...(by === undefined ? {} : { by }) }, used);
  return { kind: "cancelled", run: writer.current };
}

async function endInterrupted(host: RuntimeHost, writer: RunWriter): Promise<RunReport> {
  const lost = writer.current.inFlight;
  const message = `Run ${writer.current.id} was interrupted in step '${lost?.stepId ?? ""}'; whether its effect happened is unknown. Look at what the step does, then start the workflow again`;
  const at = isoNow(host);
  await endRun(writer, {
    kind: "interrupted",
    at,
    message,
    ...(lost === undefined ? {} : { stepId: lost.stepId }),
  });
  return reportOver(writer.current);
}

async function endRun(writer: RunWriter, outcome: RunOutcome, used: Partial<Used> = {}): Promise<void> {
  await writer.update(
    (run) => {
      const { inFlight: _inFlight, lease: _lease, gate: _gate, ...rest } = run;
      return { ...rest, status: "over", outcome, ...used };
    },
    { survive: "machine" },
  );
}

interface Failure {
  readonly thrown: unknown;
  readonly gate: GateDocument | undefined;
  readonly used: Used;
  readonly started: boolean;
}

async function reportFailure(host: RuntimeHost, writer: RunWriter, failure: Failure): Promise<RunReport> {
  const error = asLobsterError(failure.thrown);
  if (error.code === "cancelled" && error.facts["asked"] === true) {
    return await endCancelled(host, writer, failure.used);
  }
  if (!failure.started && failure.gate !== undefined) {
    const reopened = await reopenGate(host, writer, failure.gate, failure.used.executedMs);
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
