import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember } from "../json.ts";
import type { GateKey } from "../run/documents.ts";

/** What a resume token points at. A token carries no state (promise 8). */
export interface TokenPointer {
  readonly kind: "workflow-file" | "pipeline-resume";
  readonly gateKey: GateKey;
}

/** A longer text is no token of ours; refusing early bounds the decoding. */
const MAX_TOKEN_CHARS = 1024;

/** The pointer token of a gate: base64url of compact JSON, under 200 characters (stages-and-cli §11.1). */
export function encodeToken(gateKey: GateKey): string {
  const kind = kindOfKey(gateKey);
  return Buffer.from(JSON.stringify({ protocolVersion: 1, v: 1, kind, stateKey: gateKey }), "utf8").toString(
    "base64url",
  );
}

/**
 * Decodes a pointer token. Throws `invalid_token` with Lobster's messages, in Lobster's order
 * (workflows-and-checkpoints §14.2). Inline state is never accepted (decision W1).
 */
export function decodeToken(token: string): TokenPointer {
  const payload = readPayload(token);
  if (ownMember(payload, "protocolVersion") !== 1) throw invalid("Unsupported protocol version");
  if (ownMember(payload, "v") !== 1) throw invalid("Unsupported token version");
  const kind = ownMember(payload, "kind");
  const key = ownMember(payload, "stateKey");
  const named = typeof key === "string" && key.length > 0;
  if (kind === "workflow-file") {
    if (named) return { kind, gateKey: key as GateKey };
    throw invalid(ownMember(payload, "filePath") === undefined ? "Invalid workflow token" : "Invalid token");
  }
  if (kind === "pipeline-resume" && named) return { kind, gateKey: key as GateKey };
  throw invalid("Invalid token");
}

/** Which kind of token a checkpoint key belongs to. */
export function kindOfKey(gateKey: string): TokenPointer["kind"] {
  return gateKey.startsWith("pipeline_resume_") ? "pipeline-resume" : "workflow-file";
}

function readPayload(token: string): Readonly<Record<string, unknown>> {
  if (token.length > MAX_TOKEN_CHARS || !/^[A-Za-z0-9_-]+={0,2}$/.test(token)) throw invalid("Invalid token");
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    throw invalid("Invalid token");
  }
  if (Array.isArray(value)) return {};
  if (!isJsonObject(value)) throw invalid("Invalid token");
  return value;
}

function invalid(message: string): LobsterError {
  return new LobsterError("invalid_token", message);
}
