import { isAsyncIterable, isIterable, mapItems } from "../embed/commands/mapped-items.ts";
import type { JsonValue } from "../runtime/json.ts";
import type { StageOutput } from "../runtime/pipeline/stage.ts";

/**
 * What a stage returned, or a workflow was started with, as items: nothing for null and undefined, lists and iterables item
 * by item, anything else as one item. A text is one item, never its characters (fault F45).
 */
export function openItems(value: unknown): StageOutput {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return Array.from(value, carry);
  if (isAsyncIterable(value) || isIterable(value)) return mapItems(value, carry);
  return [carry(value)];
}

/** All items of an output, as a list of the caller's own. */
export async function listItems(output: AsyncIterable<unknown> | Iterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of output) items.push(item);
  return items;
}

/**
 * Between the functions of one process an item may be anything, a Date or an instance of a class. The run loop hands items
 * on without looking into them, which is all that is claimed here; what is stored or shown is made JSON first.
 */
function carry(item: unknown): JsonValue {
  return item as JsonValue;
}
