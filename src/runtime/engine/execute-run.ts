import { LobsterError } from "../errors.ts";
import { applyDecision } from "../gate/decide.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import { interruptRun } from "../recovery/interrupt.ts";
import { judgeLeftover } from "../recovery/leftover.ts";
import { leftToOthers } from "../recovery/left-to-others.ts";
import { findPosition, type Position } from "../recovery/position.ts";
import { decodeGate } from "../run/decode.ts";
import { fenceWriter, isTakenOver } from "../run/fenced-writer.ts";
import type { GateDocument, Lease, RunDocument, RunId } from "../run/documents.ts";
import { forgetRun } from "../run/forget-run.ts";
import { isLeaseHeld, newLease } from "../run/lease.ts";
import { openRun, type RunWriter } from "../run/run-writer.ts";
import type { RunEvent, RunReport } from "../runtime.ts";
import { beginExecution, type Session } from "./begin.ts";
import { endCancelled, endRun, reportFailure, type Used } from "./end-run.ts";
import type { Execution } from "./execution.ts";
import type { FrameEnd, Suspension } from "./outcome.ts";
import { waitAgain } from "./reopen-gate.ts";
import { reportOver } from "./report.ts";
import { runToNextGate } from "./run-root.ts";

/** How an execution is watched and stopped. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** What others do between our look at a run and our lease makes us look again; this often in a row is trouble. */
const MAX_LOOKS = 20;

/**
 * Takes the lease of a run and executes it to its next gate or its end. A run that waits for a person, is over, or is
 * executed by somebody else is reported as it is; one whose process died in a step is noted as interrupted. A failure before
 * anything started opens the gate again (fault W17).
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
      if (isLeaseHeld(host, writer.current)) return reportOver(writer.current);
      const report = await takeUp(host, writer, gate, options);
      if (report !== "changed") return report;
    }
    await writer.refresh();
  }
  throw new LobsterError("busy", `Run ${runId} keeps changing and could not be executed; try again`);
}

/** `changed`: the run is not the one that was looked at any more. */
async function takeUp(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument | undefined,
  options: ExecuteOptions,
): Promise<RunReport | "changed"> {
  const run = writer.current;
  const leftover = await judgeLeftover(host, run);
  if (leftover.kind === "unknown") {
    const noted = await interruptRun(host, writer, { run, gate, cause: leftover.cause });
    return noted.status === "interrupted" || noted.status === "over" ? reportOver(noted) : "changed";
  }
  const position = await findPosition(host, run, gate, leftover);
  const lease = await takeLease(host, writer, run);
  return lease === "changed" ? lease : await executeLeased(host, fenceWriter(writer, lease.owner), position, options);
}

async function executeLeased(
  host: RuntimeHost,
  writer: RunWriter,
  position: Position,
  options: ExecuteOptions,
): Promise<RunReport> {
  try {
    if (writer.current.cancelRequested !== undefined) return await endCancelled(host, writer, {});
    return await executeSession(host, writer, position, beginExecution(host, writer, options));
  } catch (thrown) {
    if (!isTakenOver(thrown)) throw thrown;
    return reportOver(await writer.refresh());
  }
}

async function executeSession(
  host: RuntimeHost,
  writer: RunWriter,
  position: Position,
  session: Session,
): Promise<RunReport> {
  try {
    const ended = await runByKind(session.execution, position);
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
    const { started } = session.execution.effects;
    return await reportFailure(host, writer, { thrown, used, ...(started ? {} : { reopens: position.reopens }) });
  }
}

function renderedOf({ rendered }: FrameEnd | Suspension): Pick<FrameEnd, "rendered"> {
  return rendered === undefined ? {} : { rendered };
}

async function closeSession(session: Session): Promise<Used> {
  return { executedMs: await session.close(), ...session.execution.cost.stored() };
}

async function runByKind(execution: Execution, position: Position): Promise<FrameEnd | Suspension> {
  if (execution.writer.current.kind === "workflow") return await runToNextGate(execution, position);
  const { runPipelineToNextGate } = await import("./pipeline-run.ts");
  return await runPipelineToNextGate(execution, position);
}

/** Runs that need no execution: over, waiting for a person, or ended by a decision whose second write was lost. */
async function settle(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument | undefined,
): Promise<RunReport | undefined> {
  if (writer.current.status === "over" || writer.current.status === "interrupted") return reportOver(writer.current);
  if (gate === undefined) return undefined;
  const { decision } = gate;
  if (decision === undefined) return await waitAtGate(host, writer, gate);
  await applyDecision(host, gate, decision);
  const run = await writer.refresh();
  if (run.status === "over") return reportOver(run);
  if (decision.kind === "approve" || decision.kind === "answer") return undefined;
  throw new LobsterError("invalid_state", `Run ${run.id} was ended at its gate and cannot go on`);
}

/**
 * A run at a gate that is open. One that says that it is under way although nobody holds it lost its process as that opened
 * the gate again: nothing had started, and it waits. Undefined when somebody changed it meanwhile.
 */
async function waitAtGate(host: RuntimeHost, writer: RunWriter, gate: GateDocument): Promise<RunReport | undefined> {
  const seen = writer.current;
  if (seen.gate !== gate.key) return undefined;
  if (seen.status !== "running" || (leftToOthers(host, seen, gate) ?? 0) > 0) {
    return { kind: "waiting", run: seen, gate };
  }
  const run = await writer.update((current) => (current === seen ? waitAgain(current) : undefined), {
    survive: "machine",
  });
  return { kind: "waiting", run, gate };
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
 * Of any number of processes that want to execute a run, one gets the lease. Like a decision, a claim survives the death of
 * the machine: progress may be lost then, but never that the run was under way.
 */
async function takeLease(host: RuntimeHost, writer: RunWriter, seen: RunDocument): Promise<Lease | "changed"> {
  const lease = newLease(host);
  const run = await writer.update(
    (current) => (current === seen ? { ...current, status: "running", lease } : undefined),
    { survive: "machine" },
  );
  return run.lease?.owner === lease.owner ? lease : "changed";
}
