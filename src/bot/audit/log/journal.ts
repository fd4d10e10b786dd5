import type { Clock } from "../../../runtime/ports.ts";
import { openLog } from "./open-log.ts";
import { placeNow } from "./place-now.ts";
import { encodeRecord, type AuditEntry, type WrittenRecord } from "./record.ts";
import type { LogPosition } from "./head.ts";
import { addToIndex, createRunIndex, isThere, type RunIndex, type RunRecord } from "./run-index.ts";
import { bringToRest, positionOf, writeBatch, type OpenLog, type WriteParts } from "./write-lines.ts";

/** An entry about a run. */
export type RunEntry = AuditEntry & { readonly run: string };

/** The writing side of the log. There is one in a state directory: the bot's. */
export interface Journal {
  /**
   * Appends those entries that are not recorded yet; resolves when they are on disk. Calls that come while something is
   * being written are written together. Rejects when the disk or the store refuses; calling again later records each
   * entry once all the same.
   */
  append(entries: readonly RunEntry[]): Promise<void>;
  /** Opens the log, finishing what a crash left, without adding to it. */
  open(): Promise<void>;
  /** True when every one of these entries is recorded. */
  holds(entries: readonly Pick<RunEntry, "run" | "id">[]): Promise<boolean>;
  /** A run is gone; its records stay. */
  forget(run: string): Promise<void>;
  /** Waits for what is being written and leaves the log at rest. */
  close(): Promise<void>;
}

/** What a journal is made of. */
export interface JournalParts extends WriteParts {
  readonly clock: Clock;
  /** Told in words when the log was not as the bot had left it. */
  readonly onDamage: (how: string) => void;
}

interface Job {
  readonly entries: readonly RunEntry[];
  readonly settle: (failure?: Error) => void;
}

/** Records and bytes written at once, at most: the lines also stand in the head document meanwhile. */
const BATCH_RECORDS = 64;
const BATCH_BYTES = 256 * 1024;

/** How many records the index may lag behind on disk; about as many are read when the log is opened. */
const INDEX_LAG = 64;

/** Creates a journal. Nothing is read or written before it is asked for something. */
export function createJournal(given: JournalParts): Journal {
  const parts = { ...given, index: createRunIndex(given.store) };
  const { index } = parts;
  const queue: Job[] = [];
  let log: OpenLog | undefined;
  let draining: Promise<void> | undefined;

  /** What is on disk after a failure is found out by opening the log again. */
  const doubt = (): void => {
    log = undefined;
    index.clear();
  };
  const writeAll = async (jobs: readonly Job[]): Promise<void> => {
    try {
      log ??= await openLog(parts);
      for (const batch of await findFresh(index, log, jobs)) log = await appendAll(parts, log, batch);
      for (const { settle } of jobs) settle();
    } catch (thrown) {
      doubt();
      for (const { settle } of jobs) settle(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  const drain = async (): Promise<void> => {
    do {
      while (queue.length > 0) await writeAll(queue.splice(0));
      try {
        if (log !== undefined) log = await bringToRest(parts, log);
      } catch {
        // Just as good: the head on disk announces lines that are written by now.
        doubt();
      }
    } while (queue.length > 0);
    draining = undefined;
  };
  const append = (entries: readonly RunEntry[]): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push({ entries, settle: (failure) => (failure === undefined ? resolve() : reject(failure)) });
      draining ??= drain();
    });

  return {
    append,
    open: () => append([]),
    holds: async (entries) => {
      for (const { run, id } of entries) {
        if (!isThere((await index.recorded(run)).get(id), log?.head.lost ?? [])) return false;
      }
      return true;
    },
    forget: (run) => index.remove(run),
    // What comes while the rest is written is drained by the same round.
    close: async () => {
      await draining;
    },
  };
}

type AppendParts = JournalParts & { readonly index: RunIndex };

/** Entries that are not recorded yet, each once, in parts that one batch may hold. */
async function findFresh(index: RunIndex, { head }: OpenLog, jobs: readonly Job[]): Promise<readonly RunEntry[][]> {
  const fresh = new Map<string, RunEntry>();
  for (const entry of jobs.flatMap(({ entries }) => entries)) {
    const seq = (await index.recorded(entry.run)).get(entry.id);
    if (!isThere(seq, head.lost)) fresh.set(entry.id, fresh.get(entry.id) ?? entry);
  }
  const all = [...fresh.values()];
  return Array.from({ length: Math.ceil(all.length / BATCH_RECORDS) }, (_, part) =>
    all.slice(part * BATCH_RECORDS, (part + 1) * BATCH_RECORDS),
  );
}

async function appendAll(parts: AppendParts, opened: OpenLog, entries: readonly RunEntry[]): Promise<OpenLog> {
  let log = opened;
  for (let done = 0; done < entries.length;) {
    const records = encodeEntries(log.head, parts.clock, entries.slice(done));
    const indexed = await advanceIndex(parts.index, log);
    log = await writeBatch(parts, { ...log, head: { ...log.head, indexed } }, { records });
    await addToIndex(parts.index, records.map(toRunRecord));
    done += records.length;
  }
  return log;
}

/** The records of as many entries as fit into one batch; at least one. */
function encodeEntries(head: LogPosition, clock: Clock, entries: readonly AuditEntry[]): readonly WrittenRecord[] {
  const place = placeNow(head, clock);
  const records: WrittenRecord[] = [];
  let { seq, hash: prev } = head;
  let bytes = 0;
  for (const entry of entries) {
    const written = encodeRecord(entry, { ...place, seq: seq + 1, prev });
    bytes += Buffer.byteLength(written.line);
    if (records.length > 0 && bytes > BATCH_BYTES) break;
    records.push(written);
    seq += 1;
    prev = written.hash;
  }
  return records;
}

async function advanceIndex(index: RunIndex, { head }: OpenLog): Promise<LogPosition> {
  if (head.seq - head.indexed.seq < INDEX_LAG) return head.indexed;
  await index.flush();
  return positionOf(head);
}

function toRunRecord({ record: { run = "", id, seq } }: WrittenRecord): RunRecord {
  return { run, id, seq };
}
