import type { JsonValue } from "../json.ts";
import { abortReason } from "./abort.ts";

/** What the pipeline wants to know of a stream. What these throw, the reader of the stream gets. */
export interface ItemWatch {
  /** An item is delivered. */
  onItem?(): void;
  /** The source has ended by itself. */
  onEnd?(): void;
}

/** Reads a source for one reader. Made for many items: one promise an item, one listener a stream. */
export interface ItemReader extends AsyncIterator<JsonValue, undefined, undefined> {
  return(): Promise<IteratorResult<JsonValue, undefined>>;
  /** Ends the source early, at most once; see `ItemStream.close`. */
  close(): Promise<void>;
  /** Moves to the end without delivering anything. False once something was read, and after an abort. */
  takeRest(): boolean;
}

/** Creates a reader that delivers nothing after an abort, and does not wait for a source that hangs. */
export function createItemReader(
  output: AsyncIterable<JsonValue> | Iterable<JsonValue>,
  signal: AbortSignal,
  watch: ItemWatch,
): ItemReader {
  let source: Source | undefined;
  let isOver = false;
  let closing: Promise<void> | undefined;
  let rejectPending: ((reason: Error) => void) | undefined;

  const onAbort = (): void => rejectPending?.(abortReason(signal));
  signal.addEventListener("abort", onAbort, { once: true });

  const finish = (): void => {
    isOver = true;
    signal.removeEventListener("abort", onAbort);
  };
  const deliver = (result: Result): Result => {
    if (signal.aborted) throw abortReason(signal);
    if (result.done !== true) {
      watch.onItem?.();
      return result.value === undefined ? { done: false, value: null } : result;
    }
    finish();
    watch.onEnd?.();
    return END;
  };
  // A source that threw has ended; one that was only left waiting by an abort still has to be closed.
  const fail = (error: unknown): Error => {
    if (!signal.aborted) finish();
    return error instanceof Error ? error : new Error(String(error));
  };
  const wait = (next: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      rejectPending = reject;
      const settle = (act: () => Result): void => {
        rejectPending = undefined;
        try {
          resolve(act());
        } catch (error) {
          reject(fail(error));
        }
      };
      next.then(
        (result) => settle(() => deliver(result)),
        (error: unknown) => reject(fail(error)),
      );
    });
  const close = async (): Promise<void> => {
    if (isOver) return closing;
    finish();
    source ??= iteratorOf(output);
    closing = endSource(output, source, signal);
    return closing;
  };
  return {
    next: () => {
      if (isOver) return Promise.resolve(END);
      if (signal.aborted) return Promise.reject(abortReason(signal));
      try {
        source ??= iteratorOf(output);
        const next = source.next();
        return "then" in next ? wait(next) : Promise.resolve(deliver(next));
      } catch (error) {
        return Promise.reject(fail(error));
      }
    },
    return: async () => {
      await close();
      return END;
    },
    close,
    takeRest: () => {
      if (source !== undefined || isOver || signal.aborted) return false;
      finish();
      watch.onEnd?.();
      return true;
    },
  };
}

type Source = AsyncIterator<JsonValue, undefined> | Iterator<JsonValue, undefined>;
type Result = IteratorResult<JsonValue, undefined>;

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

function iteratorOf(output: AsyncIterable<JsonValue> | Iterable<JsonValue>): Source {
  return Symbol.asyncIterator in output ? output[Symbol.asyncIterator]() : output[Symbol.iterator]();
}

/** A source that has something to clean up on an abort, such as a process; it is waited for. */
interface Abortable {
  abort(reason: Error): unknown;
}

async function endSource(output: object, source: Source, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await source.return?.();
    return;
  }
  const abortable = [source, output].find(isAbortable);
  if (abortable !== undefined) await abortable.abort(abortReason(signal));
  else void Promise.resolve(source.return?.()).catch(() => undefined);
}

function isAbortable(candidate: object): candidate is Abortable {
  return "abort" in candidate && typeof candidate.abort === "function";
}
