import { parse } from "lossless-json";
import { isJsonObject, type JsonValue } from "../../runtime/json.ts";

/** The longest answer taken, in bytes of UTF-8. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** How deep an answer may nest, so that nothing that walks it can run out of stack. */
export const MAX_JSON_DEPTH = 100;

/** What a piece of JSON text is. `detail` is the parser's word with the position. */
export type JsonReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "too_big" }
  | { readonly kind: "too_deep" }
  | { readonly kind: "invalid"; readonly detail: string };

/**
 * Reads JSON text from people: at most `maxBytes` (64 KiB) and 100 levels; integers beyond 2^53 are kept as `bigint`. A name that is
 * there twice with two values is refused, as nobody can tell which one was meant.
 */
export function readJson(text: string, maxBytes = MAX_ANSWER_BYTES): JsonReading {
  if (Buffer.byteLength(text) > maxBytes) return { kind: "too_big" };
  if (measureTextDepth(text) > MAX_JSON_DEPTH) return { kind: "too_deep" };
  try {
    // The parser builds nothing but JSON, with numbers as readNumber makes them.
    return { kind: "value", value: parse(text.replace(/^\uFEFF/u, ""), undefined, readNumber) as JsonValue };
  } catch (thrown) {
    return { kind: "invalid", detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** How deep a value nests: 0 for a scalar. Walks without recursion and gives up, at `limit`, on anything deeper. */
export function measureDepth(value: JsonValue, limit: number): number {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; depth < limit; depth += 1) {
    const next = level.flatMap(listChildren);
    if (next.length === 0)
      return level.some((entry) => typeof entry === "object" && entry !== null) ? depth + 1 : depth;
    level = next;
  }
  return limit;
}

function listChildren(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new SyntaxError(`Number out of range: ${text.slice(0, 40)}`);
  if (/^-?\d+$/u.test(text) && !Number.isSafeInteger(value)) return BigInt(text);
  return value === 0 ? 0 : value;
}

/** Counts open brackets outside strings, before a recursive parser sees the text. */
function measureTextDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gsu)) {
    if (token[0] === "[" || token[0] === "{") depth += 1;
    else if (token[0] === "]" || token[0] === "}") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
