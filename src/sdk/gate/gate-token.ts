import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, ownMember } from "../../runtime/json.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";

/** A longer text is no token of ours; refusing early bounds the decoding. */
const MAX_TOKEN_CHARS = 1024;

/** The token of a stopped workflow: a pointer to its stored state, which it does not carry (fault F13). */
export function encodeSdkToken(stateKey: string): string {
  const pointer = { protocolVersion: 1, v: 1, kind: "sdk-resume", stateKey };
  return Buffer.from(JSON.stringify(pointer), "utf8").toString("base64url");
}

/** The key a token points at. Throws `invalid_token` for everything else, tokens that carry state included. */
export function decodeSdkToken(token: unknown): string {
  const payload = readPayload(token);
  const key = ownMember(payload, "stateKey");
  const isPointer = ownMember(payload, "kind") === "sdk-resume" && ownMember(payload, "protocolVersion") === 1;
  if (isPointer && typeof key === "string" && /^sdk_resume_[0-9a-f-]{36}$/.test(key)) return key;
  throw invalidToken();
}

function readPayload(token: unknown): { readonly [name: string]: unknown } {
  if (typeof token !== "string" || token.length > MAX_TOKEN_CHARS || !/^[A-Za-z0-9_-]+$/.test(token)) {
    throw invalidToken();
  }
  const payload = tryParseJson(Buffer.from(token, "base64url").toString("utf8"))?.value;
  if (isJsonObject(payload)) return payload;
  throw invalidToken();
}

function invalidToken(): LobsterError {
  return new LobsterError("invalid_token", "Invalid token");
}
