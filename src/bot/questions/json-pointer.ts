import { isJsonObject, ownMember, type JsonValue } from "../../runtime/json.ts";

/** A place in a JSON value: member names and list positions, outermost first. */
export type JsonPath = readonly (string | number)[];

/** Writes a path as a JSON pointer (RFC 6901): `["a/b", 0]` becomes `/a~1b/0`. */
export function encodePointer(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The parts of a JSON pointer, unescaped; undefined for text that is none. */
export function decodePointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a place; only own members count. */
export function readAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const part of path) current = readChild(current, part);
  return current;
}

function readChild(value: JsonValue | undefined, part: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return isListIndex(part) ? readElement(value, Number(part)) : undefined;
  return isJsonObject(value) ? ownMember(value, String(part)) : undefined;
}

function readElement(list: readonly JsonValue[], index: number): JsonValue | undefined {
  return list[index];
}

function isListIndex(part: string | number): boolean {
  return /^(?:0|[1-9]\d{0,8})$/u.test(String(part));
}
