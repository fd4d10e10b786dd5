import { failureEnvelope, endedEnvelope, gateEnvelope, metaOf, type Envelope } from "./envelope.ts";
import { LobsterError, messageOf } from "./errors.ts";
import { stateNotFound } from "./gate/read-gate.ts";
import { kindOfKey } from "./gate/token.ts";
import { unknownApprovalId } from "./gate/approval-id.ts";
import type { Environment } from "./ports.ts";
import type { RunId } from "./run/documents.ts";
import type {
  DecisionOutcome,
  DecisionRequest,
  RecoveryOutcome,
  RecoveryRequest,
  RunReport,
  Runtime,
  StartRequest,
} from "./runtime.ts";

/** How a request is carried out. */
export interface ToolOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal;
}

/** While another process executes the run that this one decided, this is how often it is looked at, in ms. */
const WAIT_MS = 100;

/** Starts a run and executes it to its first gate or its end. Never throws: every failure is an envelope. */
export async function runToEnvelope(runtime: Runtime, request: StartRequest, options: ToolOptions): Promise<Envelope> {
  try {
    const run = await runtime.start(request);
    return await executeToEnvelope(runtime, run.id, options);
  } catch (thrown) {
    return failureEnvelope(asLobsterError(thrown));
  }
}

/** Decides a gate and executes what follows. Never throws: every failure is an envelope. */
export async function resumeToEnvelope(
  runtime: Runtime,
  request: DecisionRequest,
  options: ToolOptions,
): Promise<Envelope> {
  try {
    const outcome = await runtime.decide(request);
    return await followDecision(runtime, request, outcome, options);
  } catch (thrown) {
    return failureEnvelope(asLobsterError(thrown));
  }
}

/** Decides about an interrupted run and executes what follows. Never throws: every failure is an envelope. */
export async function recoverToEnvelope(
  runtime: Runtime,
  request: RecoveryRequest,
  options: ToolOptions,
): Promise<Envelope> {
  try {
    const outcome = await runtime.recover(request);
    switch (outcome.kind) {
      case "refused":
        return failureEnvelope(outcome.error, metaOf(outcome.run));
      case "not_found":
        return failureEnvelope(outcome.error);
      case "already_decided":
        return failureEnvelope(recoveredAlready(outcome), metaOf(outcome.run));
      case "accepted":
        if (outcome.run.status === "over") return endedEnvelope(outcome.run, "cancelled", []);
        if (outcome.gate !== undefined) return gateEnvelope(outcome.run, outcome.gate, options.environment);
        return await executeToEnvelope(runtime, outcome.run.id, options);
    }
  } catch (thrown) {
    return failureEnvelope(asLobsterError(thrown));
  }
}

function recoveredAlready({
  run,
  decision,
}: Extract<RecoveryOutcome, { readonly kind: "already_decided" }>): LobsterError {
  const done = decision.kind === "retry" ? "a retry was asked for" : "it was abandoned";
  const who = decision.by === undefined ? "" : ` by '${decision.by}'`;
  return new LobsterError("already_decided", `Run ${run.id}: ${done} already${who} at ${decision.at}`);
}

async function followDecision(
  runtime: Runtime,
  request: DecisionRequest,
  outcome: DecisionOutcome,
  options: ToolOptions,
): Promise<Envelope> {
  switch (outcome.kind) {
    case "refused":
      return failureEnvelope(outcome.error, { runId: outcome.gate.runId });
    case "not_found":
      return failureEnvelope(outcome.error);
    case "already_decided":
      if (await isStranded(runtime, outcome)) return await executeToEnvelope(runtime, outcome.gate.runId, options);
      return failureEnvelope(usedUp(request, outcome.gate.key), {
        runId: outcome.gate.runId,
        decision: outcome.decision,
      });
    case "voted":
    case "held":
    case "withdrawn":
    case "unsettled":
      return gateEnvelope(outcome.run, outcome.gate, options.environment);
    case "accepted":
      if (outcome.run.status === "over") return endedEnvelope(outcome.run, "cancelled", []);
      return await executeToEnvelope(runtime, outcome.gate.runId, options);
  }
}

/**
 * True when this very decision was stored by a process that died before it could execute: nothing has started, and the
 * same person repeating the same decision may carry it out. Only one of them gets the lease.
 */
async function isStranded(
  runtime: Runtime,
  outcome: Extract<DecisionOutcome, { kind: "already_decided" }>,
): Promise<boolean> {
  const { decision, gate } = outcome;
  if (!outcome.same || (decision.kind !== "approve" && decision.kind !== "answer")) return false;
  const run = await runtime.readRun(gate.runId);
  if (run === undefined || run.gate !== gate.key || run.inFlight !== undefined || run.status === "over") return false;
  return runtime.leftToOthers(run, gate) === 0;
}

/** Executes a run to its next gate or its end, waiting while another process does. Throws what cannot be reported as one. */
export async function executeToEnvelope(runtime: Runtime, runId: RunId, options: ToolOptions): Promise<Envelope> {
  return reportToEnvelope(await executeWhenFree(runtime, runId, options), options.environment);
}

/** The envelope of what an execution came to. */
export function reportToEnvelope(report: RunReport, environment: Environment): Envelope {
  switch (report.kind) {
    case "finished":
      return endedEnvelope(report.run, "ok", report.output, report.rendered?.text);
    case "cancelled":
      return endedEnvelope(report.run, "cancelled", []);
    case "waiting":
      return gateEnvelope(report.run, report.gate, environment, report.rendered?.text);
    case "failed":
    case "interrupted":
      return failureEnvelope(report.error, metaOf(report.run));
    case "busy":
      return failureEnvelope(
        new LobsterError("busy", `Run ${report.run.id} is being executed elsewhere`),
        metaOf(report.run),
      );
  }
}

async function executeWhenFree(runtime: Runtime, runId: RunId, options: ToolOptions): Promise<RunReport> {
  const { signal } = options;
  for (;;) {
    const report = await runtime.execute(runId, signal === undefined ? {} : { signal });
    if (report.kind !== "busy" || signal?.aborted === true) return report;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** A used token keeps Lobster's words and exit code; what was recorded stands in `_meta.decision` (design.md). */
function usedUp(request: DecisionRequest, gateKey: string): LobsterError {
  const lobster =
    "approvalId" in request.gate
      ? unknownApprovalId(request.gate.approvalId)
      : request.decision.kind === "cancel"
        ? new LobsterError("not_found", "Resume state not found")
        : stateNotFound(kindOfKey(gateKey));
  return new LobsterError("already_decided", lobster.message, { type: lobster.type });
}

/** Anything thrown as an error with a code. */
export function asLobsterError(thrown: unknown): LobsterError {
  return thrown instanceof LobsterError ? thrown : new LobsterError("internal", messageOf(thrown), { cause: thrown });
}
