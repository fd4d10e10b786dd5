import { LobsterError } from "../runtime/errors.ts";
import type { JsonValue } from "../runtime/json.ts";

/** Deeper nesting is refused with words instead of a stack overflow. */
const MAX_DEPTH = 500;

/**
 * A value of a host's own code as JSON, with the rules of `JSON.stringify`: `toJSON` is asked, members without a value
 * are left out, what has none elsewhere is null. `bigint`s stay. `label` begins the message for a value that is circular
 * or nested too deeply (`invalid_request`).
 */
export function toJson(value: unknown, label: string): JsonValue {
  return convert(value, label, []) ?? null;
}

/** Every value of a list as JSON. */
export function toJsonList(values: Iterable<unknown>, label: string): readonly JsonValue[] {
  return Array.from(values, (value) => toJson(value, label));
}

/** Undefined for what JSON has no word for: the holder decides between leaving it out and null. */
function convert(value: unknown, label: string, parents: readonly object[]): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : null; // -0 is 0 in JSON
    case "object":
      return value === null ? null : convertObject(value, label, parents);
    case "function":
    case "symbol":
    case "undefined":
      return undefined;
  }
}

function convertObject(value: object, label: string, parents: readonly object[]): JsonValue | undefined {
  if (parents.includes(value) || parents.length > MAX_DEPTH) {
    throw new LobsterError("invalid_request", `${label} is circular or nested deeper than ${MAX_DEPTH} levels`);
  }
  const inside = [...parents, value];
  if ("toJSON" in value && typeof value.toJSON === "function") {
    const replaced: unknown = value.toJSON();
    return replaced === value ? undefined : convert(replaced, label, inside);
  }
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => convert(item, label, inside) ?? null);
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const converted = convert(member, label, inside);
    return converted === undefined ? [] : [[name, converted] as const];
  });
  return Object.fromEntries(members);
}
