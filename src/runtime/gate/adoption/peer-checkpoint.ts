import { LobsterError } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { decodeContinuation, type Continuation } from "../../pipeline/continuation.ts";
import type { StepResult } from "../../workflow/step-result.ts";

/**
 * A checkpoint as `@clawdbot/lobster` writes it. It holds positions and results, but not the definition, the directory or
 * who started the run.
 */
export type PeerCheckpoint = PeerWorkflowCheckpoint | PeerPipelineCheckpoint;

/** The checkpoint of a workflow file (workflows-and-checkpoints §14.4). */
export interface PeerWorkflowCheckpoint {
  readonly kind: "workflow";
  /** Absolute. */
  readonly filePath: string;
  readonly args: JsonObject;
  /** Results by step id, those of branches included. */
  readonly steps: ReadonlyMap<string, StepResult>;
  readonly stop: PeerStop;
  readonly cost: JsonObject | undefined;
  readonly createdAt: string | undefined;
}

/** Where a workflow of the peer stands: found by the id of the step, never by its position (decision W3). */
export type PeerStop =
  | { readonly kind: "approval"; readonly stepId: string; readonly identity: PeerIdentity }
  | {
      readonly kind: "input";
      readonly stepId: string;
      readonly responseSchema: JsonObject;
      readonly subject: JsonValue | undefined;
      /** Present when a stage of the step's pipeline asks. */
      readonly asked?: AskedByStage;
    };

/** A stage that stopped to ask: what it asked with, and how its pipeline goes on. */
export interface AskedByStage {
  readonly continuation: Continuation;
  readonly question: StageQuestion;
}

/** What the peer keeps of a stage's question beside its schema; empty for a stage that ended with it. */
export interface StageQuestion {
  readonly prompt?: string;
  readonly defaults?: JsonValue;
  readonly subject?: JsonValue;
}

/** The rules the peer stored with an approval gate. */
export interface PeerIdentity {
  readonly initiatedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover: boolean;
}

/** The checkpoint of an inline pipeline (stages-and-cli §11.3): it names its stages. */
export interface PeerPipelineCheckpoint extends AskedByStage {
  readonly kind: "pipeline";
  readonly createdAt: string | undefined;
}

/** True for what the peer leaves in place of a checkpoint that somebody resumes or has resumed. */
export function isSpentMarker(value: JsonValue): boolean {
  return isJsonObject(value) && ownMember(value, "type") === "lobster.consumed-resume-state.v1";
}

/** Reads a peer's checkpoint. Throws `invalid_state` in the peer's words for a document that is none. */
export function decodePeerCheckpoint(value: JsonValue, kind: PeerCheckpoint["kind"]): PeerCheckpoint {
  if (!isJsonObject(value)) throw invalidState(kind, "type");
  const createdAt = readTime(ownMember(value, "createdAt"));
  if (kind === "pipeline") {
    return { kind, continuation: decodeContinuation(value), question: readQuestion(value), createdAt };
  }
  const filePath = ownMember(value, "filePath");
  const args = ownMember(value, "args");
  const cost = ownMember(value, "cost");
  if (typeof filePath !== "string" || !filePath.startsWith("/")) throw invalidState(kind, "filePath");
  if (!isJsonObject(args)) throw invalidState(kind, "args");
  if (cost !== undefined && !isJsonObject(cost)) throw invalidState(kind, "cost");
  return { kind, filePath, args, steps: readSteps(ownMember(value, "steps")), stop: readStop(value), cost, createdAt };
}

function readSteps(value: JsonValue | undefined): ReadonlyMap<string, StepResult> {
  if (!isJsonObject(value)) throw invalidState("workflow", "steps");
  return new Map(
    Object.entries(value).map(([id, result]) => {
      if (!isJsonObject(result)) throw invalidState("workflow", "steps");
      return [id, { ...result, id }];
    }),
  );
}

function readStop(value: JsonObject): PeerStop {
  const approval = ownMember(value, "approvalStepId");
  const input = ownMember(value, "inputStepId");
  if (typeof approval === "string" && input === undefined) {
    return { kind: "approval", stepId: approval, identity: readIdentity(ownMember(value, "approvalIdentity")) };
  }
  const responseSchema = ownMember(value, "inputSchema");
  if (typeof input !== "string" || approval !== undefined) throw invalidState("workflow", "inputStepId");
  if (!isJsonObject(responseSchema)) throw invalidState("workflow", "inputSchema");
  const subject = ownMember(value, "inputSubject");
  const asks = ownMember(value, "inputKind");
  if (asks === undefined) return { kind: "input", stepId: input, responseSchema, subject };
  if (asks !== "pipeline_command") throw invalidState("workflow", "inputKind");
  const asked = readPipelineInput(ownMember(value, "pipelineInput"), responseSchema);
  return { kind: "input", stepId: input, responseSchema, subject, asked };
}

/** A policy that cannot be read is never no policy. */
function readIdentity(value: JsonValue | undefined): PeerIdentity {
  if (!isJsonObject(value)) throw invalidState("workflow", "approvalIdentity");
  const different = ownMember(value, "requireDifferentApprover") ?? false;
  if (typeof different !== "boolean") throw invalidState("workflow", "approvalIdentity");
  const initiatedBy = readName(ownMember(value, "initiatedBy"));
  const requiredApprover = readName(ownMember(value, "requiredApprover"));
  return {
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
    requireDifferentApprover: different,
  };
}

function readName(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.trim() === "") throw invalidState("workflow", "approvalIdentity");
  return value.trim();
}

function readPipelineInput(value: JsonValue | undefined, inputSchema: JsonObject): AskedByStage {
  if (!isJsonObject(value)) throw invalidState("workflow", "pipelineInput");
  try {
    const stored = { ...value, inputSchema, haltType: "input_request", resumeMode: "same_stage" };
    return { continuation: decodeContinuation(stored), question: readQuestion(value) };
  } catch (thrown) {
    throw invalidState("workflow", "pipelineInput", thrown);
  }
}

/** The question itself is only shown: what is missing or odd is left out. */
function readQuestion(holder: JsonObject): StageQuestion {
  const pending = memberObject(memberObject(holder, "commandInput"), "pending");
  const metadata = memberObject(pending, "metadata");
  const prompt = ownMember(metadata, "prompt");
  const defaults = ownMember(metadata, "defaults");
  const subject = ownMember(metadata, "subject");
  return {
    ...(typeof prompt === "string" ? { prompt } : {}),
    ...(defaults === undefined ? {} : { defaults }),
    ...(subject === undefined ? {} : { subject }),
  };
}

function memberObject(holder: JsonObject, name: string): JsonObject {
  const member = ownMember(holder, name);
  return isJsonObject(member) ? member : {};
}

function readTime(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function invalidState(kind: PeerCheckpoint["kind"], field: string, cause?: unknown): LobsterError {
  return new LobsterError("invalid_state", `Invalid ${kind} resume state`, {
    facts: { field },
    ...(cause === undefined ? {} : { cause }),
  });
}
