import type { JsonValue } from "../json.ts";
import { ItemReader, type ItemWatch } from "./item-reader.ts";
import type { StageOutput } from "./stage.ts";

/** Items on their way between two stages: read once, item by item, so that nothing piles up. */
export interface ItemStream extends AsyncIterable<JsonValue> {
  /** The items as a list where they were made at once, so that they can be stored and read again. */
  readonly list?: readonly JsonValue[];
  /** All items at once, where they are a list of which none was read yet; the stream is then at its end. */
  takeList(): readonly JsonValue[] | undefined;
  /**
   * Ends the stream early; the source is told at most once. An error from the source's own end is thrown, and the
   * source is waited for, except after an abort, when only a source with `abort` is.
   */
  close(): Promise<void>;
}

/** Guards the output of a stage: no item is delivered after an abort, and a pending read ends with the abort. */
export function openStream(source: StageOutput, signal: AbortSignal, watch: ItemWatch = {}): ItemStream {
  const output = typeof source === "string" ? [source] : source;
  const reader = new ItemReader(output, signal, watch);
  return {
    ...(Array.isArray(output) && { list: output }),
    takeList: () => (Array.isArray(output) && reader.takeRest() ? output : undefined),
    [Symbol.asyncIterator]: () => reader,
    close: () => reader.close(),
  };
}

/** Reads everything that is left into a list, which is not to be changed: it may be the source's own. */
export async function collectItems(input: AsyncIterable<JsonValue>): Promise<readonly JsonValue[]> {
  const list = isItemStream(input) ? input.takeList() : undefined;
  if (list !== undefined) return list;
  const items: JsonValue[] = [];
  for await (const item of input) items.push(item);
  return items;
}

function isItemStream(input: AsyncIterable<JsonValue>): input is ItemStream {
  return "takeList" in input && typeof input.takeList === "function";
}

/** Reads and drops everything, so that the stages before finish their work. */
export async function drainItems(input: AsyncIterable<JsonValue>): Promise<void> {
  const iterator = input[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
