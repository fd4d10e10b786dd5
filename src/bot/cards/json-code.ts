import { stringify } from "lossless-json";
import type { JsonValue } from "../../runtime/json.ts";

/** JSON over several lines, for people; integers beyond 2^53 keep every digit. */
export function writeJsonCode(value: JsonValue): string {
  return stringify(value, undefined, 2) ?? "null";
}

/** JSON in one line. */
export function writeJsonLine(value: JsonValue): string {
  return stringify(value) ?? "null";
}
