import { isJsonObject, ownMember, type JsonValue } from "../json.ts";

/**
 * The value at a dotted path, or undefined. Empty segments are dropped, an empty path is the whole value, lists take
 * numeric segments and `length`, texts `length`. Only own members are reached (the peer's fault F35).
 */
export function readPath(value: JsonValue, path: string): JsonValue | undefined {
  return walk(
    value,
    path.split(".").filter((segment) => segment !== ""),
  );
}

/** Like {@link readPath}, but an empty segment matches nothing: the paths of `where` (stages-and-cli §4.1). */
export function readStrictPath(value: JsonValue, path: string): JsonValue | undefined {
  const segments = path.split(".");
  return typeof value === "object" && !segments.includes("") ? walk(value, segments) : undefined;
}

function walk(value: JsonValue, segments: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const segment of segments) {
    if (current === null || current === undefined) return undefined;
    current = readMember(current, segment);
  }
  return current;
}

function readMember(value: JsonValue, segment: string): JsonValue | undefined {
  if (typeof value === "string") return segment === "length" ? value.length : undefined;
  if (Array.isArray(value)) {
    if (segment === "length") return value.length;
    return /^\d+$/.test(segment) ? (value as readonly JsonValue[])[Number(segment)] : undefined;
  }
  return isJsonObject(value) ? ownMember(value, segment) : undefined;
}
