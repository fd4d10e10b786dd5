import { summarizeCost, type CostSummary } from "./engine/cost/summary.ts";
import type { LobsterError } from "./errors.ts";
import { fitInputRequest } from "./envelope-limit.ts";
import { shortenPreview } from "./gate/request.ts";
import { describeGateTerms } from "./gate/gate-terms.ts";
import type { JsonValue } from "./json.ts";
import type { Environment } from "./ports.ts";
import type { GateDocument, RecordedDecision, RunDocument, RunOutcome } from "./run/documents.ts";
import type { Interruption } from "./run/recovery-documents.ts";

/** The runtime's JSON reply (stages-and-cli §22.3). `_meta`, `digest` and `error.code` are ours; the rest is Lobster's. */
export type Envelope = SuccessEnvelope | FailureEnvelope;

/** A run that is over or waits. */
export interface SuccessEnvelope {
  readonly protocolVersion: 1;
  readonly ok: true;
  readonly status: "ok" | "needs_approval" | "needs_input" | "cancelled";
  readonly output: readonly JsonValue[];
  readonly requiresApproval: JsonValue;
  readonly requiresInput: JsonValue;
  readonly _meta?: EnvelopeMeta;
}

/** A request or a run that failed. `message` is the first problem; `problems` lists all when there are more. */
export interface FailureEnvelope {
  readonly protocolVersion: 1;
  readonly ok: false;
  readonly error: {
    readonly type: LobsterError["type"];
    readonly message: string;
    readonly code: LobsterError["code"];
    readonly problems?: LobsterError["problems"];
  };
  readonly _meta?: EnvelopeMeta;
}

/** What a caller may want to know beside the reply. */
export interface EnvelopeMeta {
  readonly runId?: string;
  readonly warnings?: readonly string[];
  readonly outcome?: Omit<RunOutcome, "output">;
  readonly decision?: RecordedDecision;
  /** For an interrupted run: the step whose effect is unknown, with the ids of its enclosing steps. */
  readonly interruption?: { readonly id: string; readonly at: string; readonly step?: readonly string[] };
  /** What language models cost so far; present once something was booked. */
  readonly cost?: CostSummary;
  /** Text of `json` and `table`: in tool mode stdout carries the envelope alone (fault F2). */
  readonly rendered?: string;
}

/** `ok` with output, or `cancelled` with none. */
export function endedEnvelope(
  run: RunDocument,
  status: "ok" | "cancelled",
  output: readonly JsonValue[],
  rendered?: string,
): Envelope {
  return {
    protocolVersion: 1,
    ok: true,
    status,
    output,
    requiresApproval: null,
    requiresInput: null,
    _meta: { ...metaOf(run), ...renderedPart(rendered) },
  };
}

function renderedPart(rendered: string | undefined): Pick<EnvelopeMeta, "rendered"> {
  return rendered === undefined || rendered === "" ? {} : { rendered };
}

/** The envelope of a run that waits at a gate. The gate keeps everything uncut; the envelope has Lobster's short forms. */
export function gateEnvelope(
  run: RunDocument,
  gate: GateDocument,
  environment: Environment,
  rendered?: string,
): Envelope {
  const approval = gate.request.type === "approval_request";
  return {
    protocolVersion: 1,
    ok: true,
    status: approval ? "needs_approval" : "needs_input",
    output: [],
    requiresApproval: approval ? approvalPart(gate) : null,
    requiresInput: approval ? null : inputPart(gate, environment),
    _meta: { ...metaOf(run), ...renderedPart(rendered) },
  };
}

/** The envelope of a failure. */
export function failureEnvelope(error: LobsterError, meta?: EnvelopeMeta): Envelope {
  return {
    protocolVersion: 1,
    ok: false,
    error: {
      type: error.type,
      message: error.message,
      code: error.code,
      ...(error.problems.length > 1 ? { problems: error.problems } : {}),
    },
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/** `_meta` of a run's envelope. */
export function metaOf(run: RunDocument): EnvelopeMeta {
  const { outcome, interruption } = run;
  const cost = summarizeCost(run.cost);
  return {
    runId: run.id,
    ...(run.warnings.length === 0 ? {} : { warnings: run.warnings }),
    ...(outcome === undefined ? {} : { outcome: withoutOutput(outcome) }),
    ...(cost === undefined ? {} : { cost }),
    ...(interruption === undefined ? {} : { interruption: describeInterruption(interruption) }),
  };
}

function describeInterruption({ id, at, lost }: Interruption): NonNullable<EnvelopeMeta["interruption"]> {
  return { id, at, ...(lost === undefined ? {} : { step: [...lost.path, lost.stepId] }) };
}

function withoutOutput(outcome: RunOutcome): Omit<RunOutcome, "output"> {
  const { output: _output, ...rest } = outcome;
  return rest;
}

function approvalPart(gate: GateDocument): JsonValue {
  const { request, policy } = gate;
  if (request.type !== "approval_request") return null;
  return {
    type: request.type,
    prompt: request.prompt,
    items: request.items,
    ...(request.preview === undefined ? {} : { preview: shortenPreview(request.preview) }),
    ...(policy.initiatedBy === undefined ? {} : { initiatedBy: policy.initiatedBy }),
    ...(policy.requiredApprover === undefined ? {} : { requiredApprover: policy.requiredApprover }),
    ...(policy.requireDifferentApprover === undefined ? {} : { requireDifferentApprover: true }),
    ...describeGateTerms(gate),
    resumeToken: gate.token,
    ...(gate.approvalId === undefined ? {} : { approvalId: gate.approvalId }),
    digest: gate.digest,
  };
}

function inputPart(gate: GateDocument, environment: Environment): JsonValue {
  if (gate.request.type !== "input_request") return null;
  const { type, prompt, responseSchema, defaults, subject } = fitInputRequest(environment, gate.stepId, gate.request);
  return {
    type,
    prompt,
    responseSchema,
    ...(defaults === undefined ? {} : { defaults }),
    ...(subject === undefined ? {} : { subject }),
    ...(gate.policy.answerBy === undefined ? {} : { answerBy: gate.policy.answerBy }),
    ...(gate.expiresAt === null ? {} : { expiresAt: gate.expiresAt }),
    resumeToken: gate.token,
    digest: gate.digest,
  };
}

/** The `ok` of a dry run: nothing ran, so there is no output and no run. */
export function endedDryRun(): Envelope {
  return { protocolVersion: 1, ok: true, status: "ok", output: [], requiresApproval: null, requiresInput: null };
}
