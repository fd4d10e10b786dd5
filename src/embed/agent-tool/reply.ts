import type { JsonValue } from "../../runtime/json.ts";
import { stringifyJson, toPlainNumbers } from "../../runtime/stable-json.ts";
import { toJson } from "../plain-json.ts";
import { LobsterToolError } from "./tool-error.ts";

/** What a call answers: text for the model, and the same for programs. */
export interface ToolReply {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly details: JsonValue;
}

/**
 * Puts an answer into the tool's shape. An answer larger than the cap is an error; what was stored, such as the gate a run
 * stopped at, is there all the same and stands in the error's details.
 */
export function composeReply(answer: object, maxBytes: number, kept: Readonly<Record<string, unknown>>): ToolReply {
  const details = toJson(answer, "The reply");
  const text = stringifyJson(details, 2);
  if (Buffer.byteLength(text) > maxBytes) {
    throw new LobsterToolError("runtime_error", "lobster runtime result exceeded maxStdoutBytes", kept);
  }
  return { content: [{ type: "text", text }], details: toPlainNumbers(details) };
}
