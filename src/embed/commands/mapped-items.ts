import type { JsonValue } from "../../runtime/json.ts";
import type { StageOutput } from "../../runtime/pipeline/stage.ts";

/** True for what `for await` reads item by item. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** True for what `for` reads item by item; texts are no lists of characters here (fault F45). */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/**
 * The items of a host's source, converted as they are asked for. Ending early ends the source, also when an item cannot be
 * converted; a source that has `abort`, on itself or on its iterator, is told about an abort (stages-and-cli §2.3).
 */
export function mapItems(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  convert: (item: unknown) => JsonValue,
): StageOutput {
  return isAsyncIterable(source) ? mapAsyncItems(source, convert) : mapEach(source, convert);
}

function* mapEach(source: Iterable<unknown>, convert: (item: unknown) => JsonValue): Generator<JsonValue, undefined> {
  for (const item of source) yield convert(item);
  return undefined;
}

/**
 * The same for what is read with `for await`. Not a generator: one that waits for its source could not be ended before the
 * source has answered.
 */
export function mapAsyncItems<T>(source: AsyncIterable<T>, convert: (item: T) => JsonValue): AsyncIterable<JsonValue> {
  return {
    [Symbol.asyncIterator]: () => {
      const from = source[Symbol.asyncIterator]();
      const end = async (): Promise<IteratorReturnResult<undefined>> => {
        await from.return?.();
        return END;
      };
      const iterator: AsyncIterator<JsonValue, undefined> = {
        next: async () => {
          const result = await from.next();
          if (result.done === true) return END;
          try {
            return { done: false, value: convert(result.value) };
          } catch (error) {
            await end();
            throw error;
          }
        },
        return: end,
      };
      const candidates: readonly object[] = [from, source];
      const abortable = candidates.find(isAbortable);
      return abortable === undefined
        ? iterator
        : Object.assign(iterator, { abort: (reason: Error) => abortable.abort(reason) });
    },
  };
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

function isAbortable(candidate: object): candidate is { abort(reason: Error): unknown } {
  return "abort" in candidate && typeof candidate.abort === "function";
}
