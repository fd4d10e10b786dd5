import { isJsonObject, ownMember, type JsonValue } from "../json.ts";

/** Reads the value at a path of one item after the other; undefined where there is none. */
export type PathReader = (value: JsonValue) => JsonValue | undefined;

/**
 * A reader for a dotted path. Empty segments are dropped, an empty path is the whole value, lists take numeric segments
 * and `length`, texts `length`. Only own members are reached (the peer's fault F35).
 */
export function compilePath(path: string): PathReader {
  const segments = path.split(".").filter((segment) => segment !== "");
  return (value) => walk(value, segments);
}

/** Like {@link compilePath}, but an empty segment matches nothing: the paths of `where` (stages-and-cli §4.1). */
export function compileStrictPath(path: string): PathReader {
  const segments = path.split(".");
  if (segments.includes("")) return () => undefined;
  return (value) => (typeof value === "object" ? walk(value, segments) : undefined);
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
