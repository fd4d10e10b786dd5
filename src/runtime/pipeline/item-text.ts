import type { JsonValue } from "../json.ts";
import { stringifyJson } from "../stable-json.ts";

/** A value as text: texts verbatim, numbers and booleans as text, the rest as compact JSON, nothing as the empty text. */
export function textOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return stringifyJson(value);
  return String(value);
}
