import { isJsonObject, type JsonValue } from "../../runtime/json.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";

/** Anything but a list or an object. */
export type Scalar = null | boolean | number | bigint | string;

/** True for a {@link Scalar}. */
export function isScalar(value: JsonValue | undefined): value is Scalar {
  return value !== undefined && (value === null || typeof value !== "object");
}

/**
 * A scalar as it stands in a list or table. Text stands bare only where it cannot be taken for anything else: text that
 * looks like a number, `true` or `null`, is empty, or holds quotes, commas or outer spaces keeps its JSON quotes.
 */
export function showScalar(value: Scalar): string {
  if (typeof value !== "string") return stringifyJson(value);
  return isUnmistakable(value) ? value : stringifyJson(value);
}

/** A value in one line: a scalar, or a list of scalars separated by commas. Undefined for what needs a block of its own. */
export function showInline(value: JsonValue): string | undefined {
  if (isScalar(value)) return showScalar(value);
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? "{}" : undefined;
  const parts = listOf(value);
  if (parts.length === 0) return "[]";
  // One entry alone would look like plain text.
  return parts.length > 1 && parts.every(isScalar) ? parts.map(showScalar).join(", ") : undefined;
}

/** The entries of a list; none for anything else. */
export function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isUnmistakable(text: string): boolean {
  return (
    text !== "" &&
    text.trim() === text &&
    !/["'`,\n\r\t]/.test(text) &&
    !/^(?:true|false|null|\[\]|\{\}|[-+.]?\d[\d.eE+-]*)$/.test(text)
  );
}
