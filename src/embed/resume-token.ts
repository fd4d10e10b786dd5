import { decodeToken } from "../runtime/gate/token.ts";
import type { GateKey } from "../runtime/run/documents.ts";

/** What a resume token says: which checkpoint, of which kind. It carries no state. */
export interface ResumeTokenPayload {
  readonly protocolVersion: 1;
  readonly v: 1;
  readonly kind: "workflow-file" | "pipeline-resume";
  readonly stateKey: GateKey;
}

/**
 * Decodes a pointer token (stages-and-cli §11.1). Throws `invalid_token`: `Invalid token`, `Unsupported protocol version`,
 * `Unsupported token version`, `Invalid workflow token`. Tokens with state of their own are refused (decision W1).
 */
export function decodeResumeToken(token: string): ResumeTokenPayload {
  const { kind, gateKey } = decodeToken(typeof token === "string" ? token : "");
  return { protocolVersion: 1, v: 1, kind, stateKey: gateKey };
}
