import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import { decodeContinuation, type Continuation } from "../../runtime/pipeline/continuation.ts";
import { decodeGate } from "../../runtime/run/decode.ts";
import type { GateDocument } from "../../runtime/run/documents.ts";
import { encodeDocument } from "../../runtime/run/keys.ts";

/** What is stored of a workflow that waits at a gate. */
export interface OpenGate {
  readonly continuation: JsonObject;
  /** How many stages the workflow had: what is resumed has to have as many. */
  readonly stageCount: number;
  /** Who may decide, until when, and the votes so far; absent where anyone may at any time. */
  readonly gate?: GateDocument;
}

/** An open gate as stored. */
export function encodeOpenGate({ continuation, stageCount, gate }: OpenGate, createdAt: string): JsonObject {
  const judged = gate === undefined ? {} : { gate: encodeDocument(gate) };
  return { format: FORMAT, state: "open", stageCount, continuation, createdAt, ...judged };
}

/** What is left of a gate that was used: nothing that could be resumed. */
export function encodeUsedGate(claimId: string, claimedAt: string): JsonObject {
  return { format: FORMAT, state: "used", claimId, claimedAt };
}

/** From the store; undefined for a gate that was used. Throws `invalid_state`: `Invalid SDK resume state`. */
export function decodeOpenGate(value: JsonValue): OpenGate | undefined {
  if (!isJsonObject(value) || ownMember(value, "format") !== FORMAT) throw invalidState();
  if (ownMember(value, "state") === "used") return undefined;
  const continuation = ownMember(value, "continuation");
  const stageCount = ownMember(value, "stageCount");
  if (!isJsonObject(continuation) || typeof stageCount !== "number") throw invalidState();
  const judged = ownMember(value, "gate");
  if (judged === undefined) return { continuation, stageCount };
  const gate = readGate(judged);
  if (gate === undefined) throw invalidState();
  return { continuation, stageCount, gate };
}

/** A policy that cannot be read is never no policy. */
function readGate(value: JsonValue): GateDocument | undefined {
  try {
    return decodeGate(value);
  } catch (error) {
    throw invalidState(error);
  }
}

/** How a stored workflow goes on. Throws like {@link decodeOpenGate}. */
export function readContinuation({ continuation }: OpenGate): Continuation {
  try {
    return decodeContinuation(continuation);
  } catch (error) {
    throw invalidState(error);
  }
}

const FORMAT = "lobster.sdk-gate.v1";

function invalidState(cause?: unknown): LobsterError {
  return new LobsterError("invalid_state", "Invalid SDK resume state", cause === undefined ? {} : { cause });
}
