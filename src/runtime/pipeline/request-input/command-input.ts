import { LobsterError } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { QuestionMetadata } from "./question.ts";

/** A question that was answered in an earlier run of the stage; answered again from here when the stage is run again. */
export interface AnsweredQuestion {
  readonly metadata: QuestionMetadata;
  readonly suspendedState?: JsonValue;
  readonly response: JsonValue;
}

/** The question a stage stands at. `requestIndex` counts its questions from 0. */
export interface PendingQuestion {
  readonly requestIndex: number;
  readonly metadata: QuestionMetadata;
  readonly suspendedState?: JsonValue;
}

/** What a stopped stage needs to be run again with an answer. */
export interface CommandInput {
  readonly pending: PendingQuestion;
  readonly history: readonly AnsweredQuestion[];
}

/** As stored in a checkpoint. */
export function encodeCommandInput({ pending, history }: CommandInput): JsonObject {
  return {
    pending: { ...pending, metadata: { ...pending.metadata } },
    history: history.map((answered) => ({ ...answered, metadata: { ...answered.metadata } })),
  };
}

/** From a checkpoint. Throws `invalid_state`. */
export function decodeCommandInput(value: JsonValue | undefined): CommandInput {
  if (!isJsonObject(value)) throw invalidState();
  const pending = ownMember(value, "pending");
  const history = ownMember(value, "history") ?? [];
  if (!isJsonObject(pending) || !Array.isArray(history)) throw invalidState();
  const requestIndex = ownMember(pending, "requestIndex");
  if (typeof requestIndex !== "number" || requestIndex !== history.length) throw invalidState();
  return {
    pending: { requestIndex, metadata: decodeMetadata(pending), ...decodeSuspendedState(pending) },
    history: history.map(decodeAnswered),
  };
}

function decodeAnswered(value: JsonValue): AnsweredQuestion {
  if (!isJsonObject(value)) throw invalidState();
  const response = ownMember(value, "response");
  if (response === undefined) throw invalidState();
  return { metadata: decodeMetadata(value), ...decodeSuspendedState(value), response };
}

function decodeMetadata(holder: JsonObject): QuestionMetadata {
  const metadata = ownMember(holder, "metadata");
  if (!isJsonObject(metadata)) throw invalidState();
  const prompt = ownMember(metadata, "prompt");
  const signature = ownMember(metadata, "signature");
  if (typeof prompt !== "string" || typeof signature !== "string") throw invalidState();
  return { prompt, signature };
}

function decodeSuspendedState(holder: JsonObject): { readonly suspendedState?: JsonValue } {
  const suspendedState = ownMember(holder, "suspendedState");
  return suspendedState === undefined ? {} : { suspendedState };
}

function invalidState(): LobsterError {
  return new LobsterError("invalid_state", "Invalid pipeline resume state", { facts: { field: "commandInput" } });
}
