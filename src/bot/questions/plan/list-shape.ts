import type { JsonValue } from "../../../runtime/json.ts";
import { readKeyword, readLargest, readSmallest } from "./schema-keywords.ts";
import type { Part } from "./schema-parts.ts";

/** The most entries a list takes one by one. Longer lists are answered with JSON. */
export const MAX_ENTRIES = 100;

/** What a list's parts say together. */
export interface ListShape {
  readonly item: JsonValue;
  readonly minItems: number;
  readonly maxItems: number;
}

/** Reads the entry schema and the bounds of a list; undefined where entries are of no known kind, or too many are demanded. */
export function readListShape(parts: readonly Part[]): ListShape | undefined {
  const items = readKeyword(parts, "items");
  if (items.length === 0 || items.some(Array.isArray)) return undefined;
  const minItems = Math.max(0, Number(readLargest(parts, "minItems") ?? 0));
  const maxItems = Math.min(MAX_ENTRIES, Number(readSmallest(parts, "maxItems") ?? MAX_ENTRIES));
  if (minItems > maxItems) return undefined;
  const [only] = items;
  return { item: items.length === 1 && only !== undefined ? only : { allOf: items }, minItems, maxItems };
}
