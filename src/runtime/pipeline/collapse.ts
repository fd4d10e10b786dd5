import type { JsonValue } from "../json.ts";

/** What is stored for a stage's items: a single item as it is, none or several as a list (stages-and-cli §9.4). */
export function collapseItems(items: readonly JsonValue[]): JsonValue {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : items;
}
