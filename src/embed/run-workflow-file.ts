import { createRuntime } from "../runtime/create-runtime.ts";
import type { Envelope, EnvelopeMeta, SuccessEnvelope } from "../runtime/envelope.ts";
import { LobsterError } from "../runtime/errors.ts";
import type { JsonValue } from "../runtime/json.ts";
import type { GateReference, Runtime } from "../runtime/runtime.ts";
import { resumeToEnvelope, runToEnvelope, type ToolOptions } from "../runtime/tool.ts";
import { createEmbedHost } from "./embed-host.ts";
import { toPlainEnvelope } from "./plain-envelope.ts";
import { decodeArguments, isGiven } from "./request-arguments.ts";
import { decodeDecision, describeDecider, type GivenDecision } from "./resume-decision.ts";
import { createExactContext, type GivenToolContext, type ToolContext } from "./tool-context.ts";
import { resolveWorkflowPath } from "./workflow-path.ts";

/** A workflow file to run, or a checkpoint of one to resume with a decision. */
export interface WorkflowFileRequest extends GivenDecision {
  /** Not looked at when resuming: the definition that was pinned runs. */
  readonly filePath?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  /** Its `env` is used as it is; without one, this process's. */
  readonly ctx?: GivenToolContext | undefined;
  /** What `decodeResumeToken` made of the token. */
  readonly resume?: { readonly stateKey?: string } | undefined;
}

/** How far a workflow came. One of the two `requires…` is there while it waits at a gate. */
export interface WorkflowFileResult {
  readonly status: SuccessEnvelope["status"];
  readonly output: readonly JsonValue[];
  readonly requiresApproval?: JsonValue;
  readonly requiresInput?: JsonValue;
  readonly _meta?: EnvelopeMeta;
}

/**
 * Runs a workflow file to its first gate or its end, or goes on from a gate (workflows-and-checkpoints §16). Throws
 * `LobsterError` for everything that an envelope would report as an error. `ctx` is left as it is (fault W32).
 */
export async function runWorkflowFile(request: WorkflowFileRequest): Promise<WorkflowFileResult> {
  const context = createExactContext(request.ctx);
  const runtime = createRuntime(createEmbedHost(context));
  const options = { environment: context.env, ...(context.signal === undefined ? {} : { signal: context.signal }) };
  const { resume } = request;
  const envelope =
    resume === undefined || resume === null
      ? await start(request, context, runtime, options)
      : await goOn(request, resume, runtime, options);
  return resultOf(toPlainEnvelope(envelope));
}

async function start(
  { filePath, args }: WorkflowFileRequest,
  { cwd }: ToolContext,
  runtime: Runtime,
  options: ToolOptions,
): Promise<Envelope> {
  if (!isGiven(filePath)) throw new LobsterError("invalid_request", "runWorkflowFile requires filePath, or resume");
  const absolute = await resolveWorkflowPath(filePath, cwd);
  return await runToEnvelope(runtime, { filePath: absolute, args: decodeArguments(args), cwd }, options);
}

async function goOn(
  request: WorkflowFileRequest,
  resume: { readonly stateKey?: string },
  runtime: Runtime,
  options: ToolOptions,
): Promise<Envelope> {
  const gate = decodeReference(resume.stateKey);
  const decision = await decodeDecision(runtime, gate, request);
  options.signal?.throwIfAborted();
  return await resumeToEnvelope(runtime, { gate, decision, via: "api", ...describeDecider(request) }, options);
}

/**
 * Goes through the token's own form, for a key has two spellings (§14.4), and one of another kind is refused there. State
 * that travels by itself is no reference (decision W1).
 */
function decodeReference(stateKey: unknown): GateReference {
  if (!isGiven(stateKey)) throw new LobsterError("invalid_token", "Invalid workflow token");
  const pointer = { protocolVersion: 1, v: 1, kind: "workflow-file", stateKey };
  return { token: Buffer.from(JSON.stringify(pointer), "utf8").toString("base64url") };
}

function resultOf(envelope: Envelope): WorkflowFileResult {
  if (!envelope.ok) {
    const { code, message, type, problems = [] } = envelope.error;
    throw new LobsterError(code, message, { type, problems });
  }
  const { status, output, requiresApproval, requiresInput, _meta } = envelope;
  return {
    status,
    output,
    ...(status === "needs_approval" && { requiresApproval }),
    ...(status === "needs_input" && { requiresInput }),
    ...(_meta !== undefined && { _meta }),
  };
}
