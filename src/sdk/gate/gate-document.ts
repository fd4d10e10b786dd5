import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import { decodeContinuation, type Continuation } from "../../runtime/pipeline/continuation.ts";

/** What is stored of a workflow that waits at a gate. */
export interface OpenGate {
  readonly continuation: JsonObject;
  /** How many stages the workflow had: what is resumed has to have as many. */
  readonly stageCount: number;
}

/** An open gate as stored. */
export function encodeOpenGate({ continuation, stageCount }: OpenGate, createdAt: string): JsonObject {
  return { format: FORMAT, state: "open", stageCount, continuation, createdAt };
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
  return { continuation, stageCount };
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
