import type { JsonValue } from "../json.ts";
import { abortReason } from "./abort.ts";

/** What the pipeline wants to know of a stream. What these throw, the reader of the stream gets. */
export interface ItemWatch {
  /** An item is delivered. */
  onItem?(): void;
  /** The source has ended by itself. */
  onEnd?(): void;
}

/**
 * Reads a source for one reader: nothing is delivered after an abort, and a source that hangs is not waited for then. Made
 * for many items: one promise an item, one listener a stream.
 */
export class ItemReader implements AsyncIterator<JsonValue, undefined, undefined> {
  readonly #output: AsyncIterable<JsonValue> | Iterable<JsonValue>;
  readonly #signal: AbortSignal;
  readonly #watch: ItemWatch;
  readonly #onAbort = (): void => this.#rejectPending?.(abortReason(this.#signal));
  #source: Source | undefined;
  #isOver = false;
  #closing: Promise<void> | undefined;
  #rejectPending: ((reason: Error) => void) | undefined;

  constructor(output: AsyncIterable<JsonValue> | Iterable<JsonValue>, signal: AbortSignal, watch: ItemWatch) {
    this.#output = output;
    this.#signal = signal;
    this.#watch = watch;
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  next(): Promise<Result> {
    if (this.#isOver) return Promise.resolve(END);
    if (this.#signal.aborted) return Promise.reject(abortReason(this.#signal));
    try {
      this.#source ??= iteratorOf(this.#output);
      const next = this.#source.next();
      return "then" in next ? this.#wait(next) : Promise.resolve(this.#deliver(next));
    } catch (error) {
      return Promise.reject(this.#fail(error));
    }
  }

  async return(): Promise<Result> {
    await this.close();
    return END;
  }

  /** Ends the source early, at most once; see `ItemStream.close`. */
  async close(): Promise<void> {
    if (this.#isOver) return this.#closing;
    this.#finish();
    this.#source ??= iteratorOf(this.#output);
    this.#closing = endSource(this.#output, this.#source, this.#signal);
    return this.#closing;
  }

  /** Moves to the end without delivering anything. False once something was read, and after an abort. */
  takeRest(): boolean {
    if (this.#source !== undefined || this.#isOver || this.#signal.aborted) return false;
    this.#finish();
    this.#watch.onEnd?.();
    return true;
  }

  #wait(next: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#rejectPending = reject;
      next.then(
        (result) => {
          this.#rejectPending = undefined;
          try {
            return resolve(this.#deliver(result));
          } catch (error) {
            return reject(this.#fail(error));
          }
        },
        (error: unknown) => reject(this.#fail(error)),
      );
    });
  }

  #deliver(result: Result): Result {
    if (this.#signal.aborted) throw abortReason(this.#signal);
    if (result.done !== true) {
      this.#watch.onItem?.();
      return result.value === undefined ? { done: false, value: null } : result;
    }
    this.#finish();
    this.#watch.onEnd?.();
    return END;
  }

  /** A source that threw has ended; one that was only left waiting by an abort still has to be closed. */
  #fail(error: unknown): Error {
    if (!this.#signal.aborted) this.#finish();
    return error instanceof Error ? error : new Error(String(error));
  }

  #finish(): void {
    this.#isOver = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
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
