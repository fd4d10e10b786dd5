import { abortReason } from "../runtime/pipeline/abort.ts";
import { createRuntime } from "../runtime/create-runtime.ts";
import { failureEnvelope, type Envelope } from "../runtime/envelope.ts";
import { LobsterError } from "../runtime/errors.ts";
import type { DecisionRequest, GateReference, Runtime, StartRequest } from "../runtime/runtime.ts";
import { asLobsterError, resumeToEnvelope, runToEnvelope } from "../runtime/tool.ts";
import { createEmbedHost } from "./embed-host.ts";
import { toPlainEnvelope } from "./plain-envelope.ts";
import { decodeArguments, isGiven } from "./request-arguments.ts";
import { decodeDecision, describeDecider, type GivenDecision } from "./resume-decision.ts";
import { writeQuietly } from "./text-sink.ts";
import { createToolContext, type GivenToolContext, type ToolContext } from "./tool-context.ts";
import { resolveWorkflowPath } from "./workflow-path.ts";

/** What to run: a pipeline, or a workflow file with its arguments. */
export interface ToolRunRequest {
  readonly pipeline?: string | undefined;
  /** Absolute, or relative to the context's `cwd`. */
  readonly filePath?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly ctx?: GivenToolContext | undefined;
  /** The person who starts it; beats `LOBSTER_APPROVAL_INITIATED_BY`. */
  readonly startedBy?: string;
  /** Executing time in ms, null for none; default one hour. */
  readonly timeoutMs?: number | null;
  /** How long a gate can be decided whose file does not say, ms; default for ever. */
  readonly gateExpiresInMs?: number | null;
}

/** Which gate, and what is decided. With both references the id wins. */
export interface ToolResumeRequest extends GivenDecision {
  readonly token?: string | undefined;
  readonly approvalId?: string | null | undefined;
  readonly ctx?: GivenToolContext | undefined;
}

/** Runs to the first gate or the end and tells how it went. Never throws: every failure is an envelope (stages-and-cli §21). */
export async function runToolRequest(request: ToolRunRequest): Promise<Envelope> {
  return await answer(request.ctx, async (runtime, context) => {
    const start = await describeStart(request, context);
    return await runToEnvelope(runtime, start, { environment: context.env, ...signalOf(context) });
  });
}

/** Decides a gate and runs what follows. Never throws: every failure is an envelope, and a refusal leaves the gate open. */
export async function resumeToolRequest(request: ToolResumeRequest): Promise<Envelope> {
  return await answer(request.ctx, async (runtime, context) => {
    const decision = { ...(await describeDecision(request, runtime)), cwd: context.cwd };
    if (context.signal?.aborted === true) throw cancelled(context.signal);
    return await resumeToEnvelope(runtime, decision, { environment: context.env, ...signalOf(context) });
  });
}

async function answer(
  ctx: GivenToolContext | undefined,
  carryOut: (runtime: Runtime, context: ToolContext) => Promise<Envelope>,
): Promise<Envelope> {
  try {
    const context = createToolContext(ctx);
    const envelope = toPlainEnvelope(await carryOut(createRuntime(createEmbedHost(context)), context));
    const shown = envelope._meta?.rendered;
    if (shown !== undefined) writeQuietly(context.stdout, shown);
    return envelope;
  } catch (thrown) {
    return failureEnvelope(asLobsterError(thrown));
  }
}

async function describeStart(request: ToolRunRequest, { cwd }: ToolContext): Promise<StartRequest> {
  const { pipeline, filePath, startedBy, timeoutMs, gateExpiresInMs } = request;
  const common = {
    cwd,
    startedFrom: { via: "api" } as const,
    ...(startedBy === undefined ? {} : { startedBy }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(gateExpiresInMs === undefined ? {} : { gateExpiresInMs }),
  };
  if (isGiven(pipeline) && isGiven(filePath)) {
    throw new LobsterError("invalid_request", "run accepts either pipeline or filePath, not both");
  }
  if (isGiven(pipeline)) return { ...common, pipeline };
  if (!isGiven(filePath)) throw new LobsterError("invalid_request", "run requires either pipeline or filePath");
  const absolute = await resolveWorkflowPath(filePath, cwd);
  return { ...common, filePath: absolute, args: decodeArguments(request.args) };
}

async function describeDecision(request: ToolResumeRequest, runtime: Runtime): Promise<DecisionRequest> {
  const gate = decodeReference(request);
  return {
    gate,
    decision: await decodeDecision(runtime, gate, request),
    via: "api",
    ...describeDecider(request),
  };
}

function decodeReference({ token, approvalId }: ToolResumeRequest): GateReference {
  if (isGiven(approvalId)) return { approvalId };
  if (isGiven(token)) return { token };
  throw new LobsterError("invalid_request", "resume requires token or approvalId");
}

function signalOf({ signal }: ToolContext): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function cancelled(signal: AbortSignal): LobsterError {
  const reason = abortReason(signal);
  return reason instanceof LobsterError ? reason : new LobsterError("cancelled", reason.message, { cause: reason });
}
