import { keepHead } from "../../process/output-head.ts";
import type { JsonValue } from "../../json.ts";
import { isJsonObject, ownMember } from "../../json.ts";
import { stageFailure } from "../../pipeline/stage-error.ts";
import { tryParseJson } from "../../stable-json.ts";
import type { HttpAnswer } from "../http/post-json.ts";

/** Where a gateway's URL and token come from when they are not given. */
export const GATEWAY_URL_NAMES = ["OPENCLAW_URL", "CLAWD_URL"] as const;
export const GATEWAY_TOKEN_NAMES = ["OPENCLAW_TOKEN", "CLAWD_TOKEN"] as const;

/** Where a gateway takes tool calls. A path of the base counts when it ends in a slash; its query does not. */
export function toolsEndpoint(base: URL): URL {
  return new URL("tools/invoke", base);
}

/** Characters of a body shown in an error. */
const SHOWN_CHARACTERS = 400;

/**
 * What a tool call came to (stages-and-cli §14.3): the result of an `{ ok, result }` envelope, or any other JSON as it is. Throws
 * `step_failed` for an error status, for what is not JSON, and for an envelope that is not ok.
 */
export function readToolResult(command: string, { ok, status, text }: HttpAnswer): JsonValue {
  if (!ok)
    throw stageFailure(`${command} failed (${status}): ${keepHead(text, SHOWN_CHARACTERS)}`, { facts: { status } });
  if (text === "") return null;
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw stageFailure(`${command} expected JSON response`);
  const { value } = parsed;
  if (!isJsonObject(value) || !Object.hasOwn(value, "ok")) return value;
  if (ownMember(value, "ok") === true) return ownMember(value, "result") ?? null;
  throw stageFailure(`${command} tool error: ${errorMessage(ownMember(value, "error"))}`);
}

/** The `message` of an error in an envelope. */
export function errorMessage(error: JsonValue | undefined, fallback = "Unknown error"): string {
  const message = isJsonObject(error) ? ownMember(error, "message") : undefined;
  return typeof message === "string" && message !== "" ? keepHead(message, SHOWN_CHARACTERS) : fallback;
}
