import type { Clock } from "../../../runtime/ports.ts";
import type { StateStore, Version } from "../../../runtime/store/state-store.ts";
import type { AuditFiles } from "./files.ts";
import { findResumption, findTail, type Resumption } from "./find-tail.ts";
import { HEAD_KEY, LOG_START, readHead, type AuditHead, type StoredHead } from "./head.ts";
import { readLines } from "./lines.ts";
import { placeNow } from "./place-now.ts";
import { decodeRecord, encodeRecord } from "./record.ts";
import { addToIndex, INDEX_PREFIX, type LostRange, type RunIndex, type RunRecord } from "./run-index.ts";
import { writeBatch, writePending, type OpenLog } from "./write-lines.ts";

/** What opening takes. */
export interface OpenParts {
  readonly files: AuditFiles;
  readonly store: StateStore;
  readonly index: RunIndex;
  readonly clock: Clock;
  readonly onDamage: (how: string) => void;
}

/**
 * Opens the log for writing. Lines that a crash or a full disk left half written are finished. A log whose end is not what
 * was left there is gone on with all the same, behind everything that is there: nothing is removed or mended, and a
 * record of its own tells what was found. Throws when the store or the disk refuses.
 */
export async function openLog(parts: OpenParts): Promise<OpenLog> {
  const stored = await readHead(parts.store);
  if (stored.kind !== "found") return await openWithoutHead(parts, stored);
  const { pending, ...head } = stored.head;
  const tail = await findTail(parts.files, stored.head);
  if (tail.kind === "differs") return await goOn(parts, stored.head, stored.version, tail.how);
  const whole = pending === undefined ? head : await writePending(parts.files, head, pending, tail.written);
  await indexFrom(parts, head.indexed);
  return { head: whole, version: stored.version, isAnnounced: pending !== undefined };
}

async function openWithoutHead(
  parts: OpenParts,
  stored: Exclude<StoredHead, { readonly kind: "found" }>,
): Promise<OpenLog> {
  const head: AuditHead = { ...LOG_START, indexed: LOG_START, lost: [] };
  if (stored.kind === "lost") return await goOn(parts, head, stored.version, `${HEAD_KEY} cannot be read`);
  const { bytes } = await findResumption(parts.files);
  const known = await parts.store.list(INDEX_PREFIX, { limit: 1 });
  if (bytes > 0 || known.keys.length > 0) return await goOn(parts, head, undefined, `${HEAD_KEY} is gone`);
  return { head, version: undefined, isAnnounced: false };
}

/** Goes on behind what is there, with a record that says what was found. */
async function goOn(parts: OpenParts, head: AuditHead, version: Version | undefined, how: string): Promise<OpenLog> {
  const end = await findResumption(parts.files);
  await indexFrom(parts, head.seq === 0 ? { month: end.month, bytes: 0 } : head.indexed);
  const before = findHighest(head, end);
  const gap: LostRange = { from: (end.last?.seq ?? 0) + 1, to: before.seq };
  const place = placeNow(end, parts.clock);
  const note = encodeRecord(
    {
      id: `damage:${before.seq + 1}`,
      what: "damage",
      at: place.recordedAt,
      reason: how,
      facts: gap.from > gap.to ? {} : { lostFrom: gap.from, lostTo: gap.to },
    },
    { ...place, seq: before.seq + 1, prev: before.hash },
  );
  const lost = [...head.lost, ...(gap.from > gap.to ? [] : [gap])].slice(-MAX_LOST);
  const base = { ...before, month: end.month, bytes: end.bytes, indexed: head.indexed, lost };
  const log = { head: base, version, isAnnounced: false };
  const needsFeed = end.isTorn && place.month === end.month;
  const opened = await writeBatch(parts, log, { records: [note], ...(needsFeed ? { lead: "\n" } : {}) });
  parts.onDamage(how);
  return opened;
}

const MAX_LOST = 50;

/** The last record there is or ever was, as far as anything tells. */
function findHighest({ seq, hash, pending }: AuditHead, { last }: Resumption): { seq: number; hash: string } {
  const known = [{ seq, hash }, ...(pending === undefined ? [] : [pending]), ...(last === undefined ? [] : [last])];
  const { seq: highest, hash: its } = known.toSorted((a, b) => b.seq - a.seq)[0] ?? { seq, hash };
  return { seq: highest, hash: its };
}

/** Tells the index about every record from a place on. Lines that are none are passed over: judging them is not its task. */
async function indexFrom(
  { files, index }: OpenParts,
  from: { readonly month: string; readonly bytes: number },
): Promise<void> {
  let found: RunRecord[] = [];
  for (const month of (await files.months()).filter((name) => name >= from.month)) {
    const offset = month === from.month ? from.bytes : 0;
    for await (const { bytes } of readLines(files, { month, offset })) {
      const decoded = decodeRecord(bytes);
      if (decoded.kind !== "record") continue;
      const { run = "", id, seq } = decoded.record;
      if (/^[0-9A-Z]{8}$/.test(run)) found.push({ run, id, seq });
      if (found.length < INDEX_PART) continue;
      await addToIndex(index, found);
      found = [];
    }
  }
  await addToIndex(index, found);
}

/** Records that are held before they go into the index. */
const INDEX_PART = 500;
