import { LobsterError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { decodeContinuation } from "./continuation.ts";
import type { PipelineStage } from "./grammar.ts";
import { assertAnswerFits } from "./request-input/answer.ts";
import type { CommandInput } from "./request-input/command-input.ts";
import type { StageOutput } from "./stage.ts";

/**
 * What a pipeline is started or continued with. `continuation` is what an earlier run returned; the caller has made sure
 * that the decision counts.
 */
export type PipelineStart =
  | { readonly stages: readonly PipelineStage[]; readonly input?: StageOutput }
  | { readonly resume: { readonly continuation: JsonObject } & PipelineDecision };

/** What was decided at the gate: passed, or the answer to its question. */
export type PipelineDecision = { readonly approved: true } | { readonly response: JsonValue };

/** Where a run begins: at the first stage, or where a continuation says. `index` may be behind the last stage. */
export interface Entry {
  readonly stages: readonly PipelineStage[];
  readonly index: number;
  readonly input: StageOutput;
  /** Present when the stage at `index` is run again with an answer. */
  readonly answered?: { readonly commandInput: CommandInput; readonly response: JsonValue };
}

/**
 * Finds out where to begin. Throws `invalid_state` for a continuation that cannot be read, `invalid_request` for a
 * decision of the wrong kind, `invalid_answer` for an answer that misses the stored schema.
 */
export function openEntry(start: PipelineStart): Entry {
  if ("stages" in start) return { stages: start.stages, index: 0, input: start.input ?? [] };
  const { resume } = start;
  const continuation = decodeContinuation(resume.continuation);
  const { pipeline: stages, resumeAtIndex: index, items } = continuation;
  if (continuation.haltType === "approval_request") {
    if ("approved" in resume) return { stages, index, input: items };
    throw new LobsterError("invalid_request", "approval resumes require approved=true|false, not response");
  }
  if ("approved" in resume) throw new LobsterError("invalid_request", "pipeline input resumes require response");
  const { response } = resume;
  assertAnswerFits(continuation.inputSchema, response, "pipeline input response");
  if (continuation.resumeMode === "next_stage") return { stages, index, input: [response] };
  return { stages, index, input: items, answered: { commandInput: continuation.commandInput, response } };
}
