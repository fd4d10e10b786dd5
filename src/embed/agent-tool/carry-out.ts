import { resumeToEnvelope, runToEnvelope } from "../../runtime/tool.ts";
import { answerOf, keptOf, requireSuccess } from "./answer.ts";
import type { ResumeCall, RunCall, ToolCall } from "./call.ts";
import { assertAgentMayDecide } from "./chat-gates.ts";
import { resolveDirectory } from "./fence.ts";
import type { FlowAnswer } from "./flows/finish-flow.ts";
import { resumeFlow } from "./flows/resume-flow.ts";
import { runFlow } from "./flows/run-flow.ts";
import { composeReply, type ToolReply } from "./reply.ts";
import { planRun } from "./run-call.ts";
import { carryOutStatus } from "./status-call.ts";
import { callError, toToolError } from "./tool-error.ts";
import type { OpenCall, ToolHost } from "./tool-host.ts";

/** Carries out a call under its limits. Throws `LobsterToolError`s; every process of the call is over by then. */
export async function carryOut(host: ToolHost, call: ToolCall, signal: AbortSignal | undefined): Promise<ToolReply> {
  const open = host.open(call.limits, signal);
  try {
    switch (call.kind) {
      case "run":
        return await carryOutRun(host, open, call);
      case "resume":
        return await carryOutResume(host, open, call);
      case "status":
        return await carryOutStatus(host, open, call);
    }
  } catch (thrown) {
    throw toToolError(thrown);
  } finally {
    open.watched.close();
  }
}

async function carryOutRun(host: ToolHost, open: OpenCall, call: RunCall): Promise<ToolReply> {
  const planned = await planRun(host, call);
  if (call.flow !== undefined) return flowReply(open, await runFlow(host, open, planned, call.flow));
  const options = { environment: host.environment, signal: open.watched.signal };
  const envelope = requireSuccess(open, await runToEnvelope(open.runtime, planned.start, options));
  return envelopeReply(open, answerOf(host, envelope, planned.warnings));
}

async function carryOutResume(host: ToolHost, open: OpenCall, call: ResumeCall): Promise<ToolReply> {
  const warnings = await checkDirectory(host, call);
  if (call.flow !== undefined) return flowReply(open, await resumeFlow(host, open, call, call.flow, warnings));
  const { gate, decision, terms } = call;
  if (gate === undefined) throw callError("resume requires token or approvalId");
  const { runtime, watched } = open;
  await assertAgentMayDecide(host, runtime, gate, decision);
  watched.signal.throwIfAborted();
  const options = { environment: host.environment, signal: watched.signal };
  const request = { gate, decision, via: "api", ...terms } as const;
  const envelope = requireSuccess(open, await resumeToEnvelope(runtime, request, options));
  return envelopeReply(open, answerOf(host, envelope, warnings));
}

/** The fence holds for every call, but a run goes on where it was started (fault F11). */
async function checkDirectory({ fence }: ToolHost, { cwd }: ResumeCall): Promise<readonly string[]> {
  if (cwd === undefined) return [];
  await resolveDirectory(fence, cwd);
  return ["cwd is ignored: a run goes on in the directory it was started in"];
}

function envelopeReply({ limits }: OpenCall, answer: ReturnType<typeof answerOf>): ToolReply {
  return composeReply(answer, limits.maxBytes, keptOf(answer));
}

function flowReply({ limits }: OpenCall, answer: FlowAnswer): ToolReply {
  const { flowId, revision } = answer.flow;
  return composeReply(answer, limits.maxBytes, { ...keptOf(answer.envelope), flowId, revision });
}
