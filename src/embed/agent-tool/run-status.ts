import { failureEnvelope, gateEnvelope, metaOf, type Envelope } from "../../runtime/envelope.ts";
import { reportOver } from "../../runtime/engine/report.ts";
import { LobsterError } from "../../runtime/errors.ts";
import { unknownApprovalId } from "../../runtime/gate/approval-id.ts";
import { stateNotFound } from "../../runtime/gate/read-gate.ts";
import { decodeToken } from "../../runtime/gate/token.ts";
import type { Environment } from "../../runtime/ports.ts";
import type { RunDocument, RunId } from "../../runtime/run/documents.ts";
import type { GateReference, Runtime } from "../../runtime/runtime.ts";
import { reportToEnvelope } from "../../runtime/tool.ts";
import type { ToolEnvelope } from "./answer.ts";

/**
 * How a run stands: `under_way` while somebody executes it or is about to, `interrupted` while a person is to say what becomes
 * of it because its process died in a step.
 */
export type RunStanding =
  | { readonly kind: "interrupted"; readonly envelope: Envelope }
  | { readonly kind: "settled"; readonly envelope: Envelope }
  | { readonly kind: "under_way"; readonly envelope: ToolEnvelope };

/** How the run of a gate stands now, whoever decided the gate. Nothing is executed. */
export async function readStanding(
  runtime: Runtime,
  reference: GateReference,
  environment: Environment,
): Promise<RunStanding> {
  const gate = await runtime.readGate(reference);
  const run = gate === undefined ? undefined : await runtime.readRun(gate.runId);
  if (run === undefined) return { kind: "settled", envelope: failureEnvelope(missing(reference)) };
  return await describeRun(runtime, run, environment);
}

/** How a run stands, whoever executes it; undefined when it is not kept any more. */
export async function readRunStanding(
  runtime: Runtime,
  runId: string,
  environment: Environment,
): Promise<RunStanding | undefined> {
  const run = isRunId(runId) ? await runtime.readRun(runId) : undefined;
  return run === undefined ? undefined : await describeRun(runtime, run, environment);
}

function isRunId(text: string): text is RunId {
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(text);
}

async function describeRun(runtime: Runtime, run: RunDocument, environment: Environment): Promise<RunStanding> {
  if (run.status === "over") return { kind: "settled", envelope: reportToEnvelope(reportOver(run), environment) };
  const interruption = await runtime.findInterruption(run);
  if (interruption !== undefined) {
    const report = reportOver({ ...run, status: "interrupted", interruption });
    return { kind: "interrupted", envelope: reportToEnvelope(report, environment) };
  }
  const open =
    run.status === "waiting" && run.gate !== undefined ? await runtime.readGate({ gateKey: run.gate }) : undefined;
  if (open !== undefined && open.decision === undefined) {
    return { kind: "settled", envelope: gateEnvelope(run, open, environment) };
  }
  const envelope: ToolEnvelope = {
    protocolVersion: 1,
    ok: true,
    status: "running",
    output: [],
    requiresApproval: null,
    requiresInput: null,
    _meta: metaOf(run),
  };
  return { kind: "under_way", envelope };
}

function missing(reference: GateReference): LobsterError {
  if ("approvalId" in reference) return unknownApprovalId(reference.approvalId);
  return stateNotFound("token" in reference ? decodeToken(reference.token).kind : "workflow-file");
}
