import type { Envelope, FailureEnvelope } from "../../../runtime/envelope.ts";
import type { GateReference } from "../../../runtime/runtime.ts";
import { resumeToEnvelope } from "../../../runtime/tool.ts";
import type { FlowResume, ResumeCall } from "../call.ts";
import { assertAgentMayDecide } from "../chat-gates.ts";
import { readStanding } from "../run-status.ts";
import { LobsterToolError } from "../tool-error.ts";
import type { OpenCall, ToolHost } from "../tool-host.ts";
import { finishFlow, type FlowAnswer, type FlowEnding } from "./finish-flow.ts";
import type { FlowChange, FlowMutation, FlowRecord } from "./flow-store.ts";
import { gateOfWait, isGateOfWait } from "./flow-wait.ts";
import { changeAfter } from "./settle-flow.ts";

/**
 * Decides where a flow waits and runs what follows. A flow that has another revision than expected, or does not wait, is
 * left alone and nothing runs. As long as the gate is open afterwards the flow goes on waiting, at a newer revision; a
 * failure of what ran fails the flow, and it is never run again.
 */
export async function resumeFlow(
  host: ToolHost,
  open: OpenCall,
  call: ResumeCall,
  about: FlowResume,
  warnings: readonly string[],
): Promise<FlowAnswer> {
  const waiting = await readWaitingFlow(host, about);
  const gate = chooseGate(waiting, call.gate);
  await assertAgentMayDecide(host, open.runtime, gate, call.decision);
  const flow = await takeFlow(host, waiting, about);
  const envelope = await decide(host, open, gate, call);
  const ending: FlowEnding = { flow, envelope, waitingStep: about.waitingStep, warnings };
  if (envelope.ok) return await finishFlow(host, open, ending);
  const change = await changeAfterFailure(host, open, gate, { failure: envelope, before: waiting });
  return await finishFlow(host, open, { ...ending, ...(change !== undefined && { change }) });
}

async function readWaitingFlow({ flows }: ToolHost, { flowId, expectedRevision }: FlowResume): Promise<FlowRecord> {
  const flow = await flows.get(flowId);
  if (flow === undefined) throw resumeFailed("not_found");
  if (flow.revision !== expectedRevision) throw resumeFailed("revision_conflict", flow);
  if (flow.status !== "waiting") throw resumeFailed("not_waiting", flow);
  return flow;
}

function chooseGate({ waitJson, flowId }: FlowRecord, given: GateReference | undefined): GateReference {
  const own = gateOfWait(waitJson);
  if (own === undefined || (given !== undefined && !isGateOfWait(waitJson, given))) {
    throw new LobsterToolError("parse_error", "Lobster checkpoint does not match the selected TaskFlow.", { flowId });
  }
  return own;
}

/** Of any number of racing calls with the same revision one goes on. */
async function takeFlow({ flows }: ToolHost, flow: FlowRecord, about: FlowResume): Promise<FlowRecord> {
  const mutation: FlowMutation = await flows.update(flow.flowId, about.expectedRevision, {
    status: "running",
    currentStep: about.currentStep,
  });
  if (mutation.applied) return mutation.flow;
  throw resumeFailed(mutation.code, mutation.current);
}

async function decide(host: ToolHost, open: OpenCall, gate: GateReference, call: ResumeCall): Promise<Envelope> {
  const { runtime, watched } = open;
  const options = { environment: host.environment, signal: watched.signal };
  return await resumeToEnvelope(runtime, { gate, decision: call.decision, via: "api", ...call.terms }, options);
}

/**
 * What a flow becomes after a failure that left its gate open, such as a wrong answer: it waits as before. Where somebody
 * else had decided, it becomes what that made of the run. Undefined where the failure is the run's own.
 */
async function changeAfterFailure(
  { environment }: ToolHost,
  { runtime }: OpenCall,
  reference: GateReference,
  { failure, before }: { readonly failure: FailureEnvelope; readonly before: FlowRecord },
): Promise<FlowChange | undefined> {
  if (failure.error.code === "already_decided") {
    const standing = await readStanding(runtime, reference, environment);
    return standing.kind === "settled" ? changeAfter(standing.envelope, undefined) : { status: "running" };
  }
  const gate = await runtime.readGate(reference);
  if (gate === undefined || gate.decision !== undefined) return undefined;
  const { currentStep, waitJson } = before;
  return { status: "waiting", currentStep, waitJson };
}

function resumeFailed(code: string, flow?: FlowRecord): LobsterToolError {
  return new LobsterToolError("runtime_error", `TaskFlow resume failed: ${code}`, flow === undefined ? {} : { flow });
}
