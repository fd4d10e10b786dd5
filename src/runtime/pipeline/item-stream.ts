import type { JsonValue } from "../json.ts";
import { abortReason } from "./abort.ts";
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

/** What the pipeline wants to know of a stream. */
export interface ItemWatch {
  /** An item was delivered. */
  onItem?(): void;
  /** The source ended by itself. */
  onEnd?(): void;
}

/** Guards the output of a stage: no item is delivered after an abort, and a pending read ends with the abort. */
export function openStream(source: StageOutput, signal: AbortSignal, watch: ItemWatch = {}): ItemStream {
  const output = typeof source === "string" ? [source] : source;
  const reader = createReader(output, signal, watch);
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

interface Reader extends AsyncIterator<JsonValue, undefined, undefined> {
  return(): Promise<IteratorResult<JsonValue, undefined>>;
  close(): Promise<void>;
  /** Moves to the end without delivering anything. False once something was read, and after an abort. */
  takeRest(): boolean;
}

type Source = AsyncIterator<JsonValue> | Iterator<JsonValue>;

function createReader(
  output: AsyncIterable<JsonValue> | Iterable<JsonValue>,
  signal: AbortSignal,
  watch: ItemWatch,
): Reader {
  let source: Source | undefined;
  let state: "open" | "over" = "open";
  let closing: Promise<void> | undefined;
  let rejectPending: ((reason: Error) => void) | undefined;

  const onAbort = (): void => rejectPending?.(abortReason(signal));
  signal.addEventListener("abort", onAbort, { once: true });

  const finish = (): void => {
    state = "over";
    signal.removeEventListener("abort", onAbort);
  };
  const read = async (): Promise<IteratorResult<JsonValue, undefined>> => {
    source ??= iteratorOf(output);
    const next = source.next();
    const result = "then" in next ? await untilAborted(next, signal, (reject) => (rejectPending = reject)) : next;
    if (result.done === true) {
      finish();
      watch.onEnd?.();
      return END;
    }
    watch.onItem?.();
    return { done: false, value: result.value ?? null };
  };
  const close = async (): Promise<void> => {
    if (state === "over") return closing;
    finish();
    source ??= iteratorOf(output);
    closing = endSource(output, source, signal);
    return closing;
  };
  return {
    next: async () => {
      if (state === "over") return END;
      if (signal.aborted) throw abortReason(signal);
      try {
        return await read();
      } catch (error) {
        // A source that threw has ended; one that was only left waiting by an abort still has to be closed.
        if (!signal.aborted) finish();
        throw error;
      }
    },
    return: async () => {
      await close();
      return END;
    },
    close,
    takeRest: () => {
      if (source !== undefined || state === "over" || signal.aborted) return false;
      finish();
      watch.onEnd?.();
      return true;
    },
  };
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The next result, or the abort's reason if that comes first. One listener serves a whole stream, so none pile up. */
function untilAborted<T>(
  next: Promise<T>,
  signal: AbortSignal,
  expose: (reject: ((reason: Error) => void) | undefined) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    expose(reject);
    void next.then(
      (value) => {
        expose(undefined);
        return signal.aborted ? reject(abortReason(signal)) : resolve(value);
      },
      (error: unknown) => {
        expose(undefined);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

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
