import type { PolicyFields } from "../approvers/policy-fields.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { ApprovalRequest, InputRequest } from "../run/documents.ts";
import { encodeContinuation } from "./continuation.ts";
import type { Entry } from "./entry.ts";
import type { RenderedText } from "./rendered-text.ts";
import type { Suspension } from "./request-input/session.ts";
import type { StageHalt } from "./stage-run.ts";
import type { Halt } from "./stage.ts";

/** What a run of a pipeline came to. */
export type PipelineOutcome = FinishedPipeline | HaltedPipeline;

/** A pipeline that came to its end. */
export interface FinishedPipeline {
  readonly kind: "done";
  readonly items: readonly JsonValue[];
  readonly rendered: RenderedText | null;
  /** Present when a stage ended the pipeline before its last stage had its turn, or as its last stage. */
  readonly stoppedAt?: HaltedPipeline["at"];
}

/** A pipeline that stopped at a gate. */
export interface HaltedPipeline {
  readonly kind: "halted";
  /** The stage's position (0-based, in the whole pipeline) and name. */
  readonly at: { readonly index: number; readonly stage: string };
  readonly request: ApprovalRequest | InputRequest;
  /** What the stage says about who may approve, and how. */
  readonly policy?: PolicyFields;
  /** `requestInput`: a stage asked and will be run again. `stage`: the stage is done, the next one goes on. */
  readonly by: "stage" | "requestInput";
  /** Plain JSON to store and to hand back as `resume.continuation`. */
  readonly continuation: JsonObject;
  readonly rendered: RenderedText | null;
}

/** Describes the stop of the stage at `index`, with all that is needed to go on. */
export function describeHalt(
  entry: Entry,
  index: number,
  stop: StageHalt,
  rendered: RenderedText | null,
): HaltedPipeline {
  const at = placeOf(entry, index);
  const described =
    "suspension" in stop
      ? describeSuspension(entry, index, stop.suspension)
      : describeStageHalt(entry, index, stop.halt);
  return { kind: "halted", at, rendered, ...described };
}

/** The position of a stage in the whole pipeline, and its name. */
export function placeOf({ stages }: Entry, index: number): HaltedPipeline["at"] {
  return { index, stage: stages[index]?.name ?? "" };
}

type Described = Pick<HaltedPipeline, "request" | "policy" | "by" | "continuation">;

function describeStageHalt({ stages }: Entry, index: number, { request, items, policy }: Halt): Described {
  const common = { pipeline: stages, resumeAtIndex: index + 1, items, prompt: request.prompt } as const;
  const continuation =
    request.type === "approval_request"
      ? encodeContinuation({ ...common, resumeMode: "next_stage", haltType: request.type })
      : encodeContinuation({
          ...common,
          resumeMode: "next_stage",
          haltType: request.type,
          inputSchema: request.responseSchema,
        });
  return { request, by: "stage", continuation, ...(policy === undefined ? {} : { policy }) };
}

function describeSuspension({ stages }: Entry, index: number, suspension: Suspension): Described {
  const { prompt, responseSchema, defaults, subject } = suspension.question;
  const request: InputRequest = {
    type: "input_request",
    prompt,
    responseSchema,
    ...(defaults !== undefined && { defaults }),
    ...(subject !== undefined && { subject }),
  };
  const continuation = encodeContinuation({
    pipeline: stages,
    resumeAtIndex: index,
    items: suspension.replayItems,
    prompt,
    resumeMode: "same_stage",
    haltType: "input_request",
    inputSchema: responseSchema,
    commandInput: suspension.commandInput,
  });
  return { request, by: "requestInput", continuation };
}
