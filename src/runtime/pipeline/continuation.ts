import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import type { PipelineStage } from "./grammar.ts";
import { decodeCommandInput, encodeCommandInput, type CommandInput } from "./request-input/command-input.ts";
import { decodeStages, encodeStages } from "./stored-stage.ts";

/**
 * How a stopped pipeline goes on. `next_stage`: the stage that stopped is done, the stages from `resumeAtIndex` run with
 * the items (after an approval) or with the answer as their only item. `same_stage`: that stage runs again, with the
 * items as its input and the answer at hand.
 */
export type Continuation = {
  readonly pipeline: readonly PipelineStage[];
  readonly resumeAtIndex: number;
  readonly items: readonly JsonValue[];
  readonly prompt: string;
} & (
  | { readonly resumeMode: "next_stage"; readonly haltType: "approval_request" }
  | { readonly resumeMode: "next_stage"; readonly haltType: "input_request"; readonly inputSchema: JsonObject }
  | {
      readonly resumeMode: "same_stage";
      readonly haltType: "input_request";
      readonly inputSchema: JsonObject;
      readonly commandInput: CommandInput;
    }
);

/** As stored in a checkpoint. The names are those of the peer's pipeline checkpoints (stages-and-cli §11.3). */
export function encodeContinuation(continuation: Continuation): JsonObject {
  const { pipeline, resumeAtIndex, items, prompt, resumeMode, haltType } = continuation;
  return {
    format: FORMAT,
    pipeline: encodeStages(pipeline),
    resumeAtIndex,
    items,
    prompt,
    haltType,
    resumeMode,
    ...(haltType === "input_request" && { inputSchema: continuation.inputSchema }),
    ...(resumeMode === "same_stage" && { commandInput: encodeCommandInput(continuation.commandInput) }),
  };
}

/**
 * From a checkpoint; one that the peer wrote is understood too. Throws `invalid_state`: `Invalid pipeline resume state`,
 * or that the answer's schema is missing or invalid.
 */
export function decodeContinuation(document: JsonObject): Continuation {
  const format = ownMember(document, "format");
  if (format !== undefined && format !== FORMAT) throw invalidState("format");
  const pipeline = decodeStages(ownMember(document, "pipeline"));
  const resumeAtIndex = ownMember(document, "resumeAtIndex");
  const items = ownMember(document, "items");
  const prompt = ownMember(document, "prompt") ?? "";
  if (typeof resumeAtIndex !== "number" || !Number.isSafeInteger(resumeAtIndex)) throw invalidState("resumeAtIndex");
  if (resumeAtIndex < 0 || resumeAtIndex > pipeline.length) throw invalidState("resumeAtIndex");
  if (!Array.isArray(items)) throw invalidState("items");
  if (typeof prompt !== "string") throw invalidState("prompt");
  const common = { pipeline, resumeAtIndex, items, prompt };
  const haltType = ownMember(document, "haltType");
  if (haltType === "approval_request") return { ...common, haltType, resumeMode: "next_stage" };
  if (haltType !== "input_request") throw invalidState("haltType");
  const inputSchema = decodeSchema(ownMember(document, "inputSchema"));
  if (ownMember(document, "resumeMode") !== "same_stage") {
    return { ...common, haltType, resumeMode: "next_stage", inputSchema };
  }
  if (resumeAtIndex === pipeline.length) throw invalidState("resumeAtIndex");
  const commandInput = decodeCommandInput(ownMember(document, "commandInput"));
  return { ...common, haltType, resumeMode: "same_stage", inputSchema, commandInput };
}

const FORMAT = "lobster.pipeline.v1";

function decodeSchema(value: JsonValue | undefined): JsonObject {
  if (value === undefined || value === null) {
    throw new LobsterError("invalid_state", "pipeline input response schema is missing");
  }
  if (!isJsonObject(value)) throw new LobsterError("invalid_state", "pipeline input response schema is invalid");
  return value;
}

function invalidState(field: string): LobsterError {
  return new LobsterError("invalid_state", "Invalid pipeline resume state", { facts: { field } });
}
