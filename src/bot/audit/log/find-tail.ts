import type { AuditFiles } from "./files.ts";
import type { AuditHead, LogPosition } from "./head.ts";
import { decodeRecord, MAX_LINE_BYTES } from "./record.ts";

/**
 * What stands at the end of the log, compared with what the head says. `whole`: just what the head says, and perhaps a
 * beginning of the lines that were about to be written (`written` bytes of them). `differs` says in words how not.
 */
export type Tail =
  | { readonly kind: "whole"; readonly written: number }
  | { readonly kind: "differs"; readonly month: string; readonly how: string };

/**
 * Compares the end of the log with its head. Everything that a crash or a full disk leaves at any instant is `whole`:
 * lines stand in the head before the first of their bytes goes into a file, so there is nothing to guess. Looks at sizes
 * and at the last record only; the chain before it is for `verifyAudit`.
 */
export async function findTail(files: AuditFiles, head: AuditHead): Promise<Tail> {
  const { pending } = head;
  if (pending !== undefined && !fitsBehind(pending, head)) return differs(head.month, "the head contradicts itself");
  for (const month of (await files.months()).filter((name) => name > head.month)) {
    if (month !== pending?.month && (await files.size(month)) > 0) {
      return differs(month, `${month}.jsonl was never begun by the bot`);
    }
  }
  const last = await checkLastRecord(files, head);
  if (last !== undefined) return last;
  const size = head.month === "" ? 0 : await files.size(head.month);
  const surplus = size - head.bytes;
  if (pending === undefined || pending.month !== head.month) {
    if (surplus > 0) return differs(head.month, `${surplus} bytes follow record ${head.seq} in ${head.month}.jsonl`);
    return pending === undefined ? { kind: "whole", written: 0 } : await comparePending(files, pending);
  }
  return await comparePending(files, pending);
}

function fitsBehind(pending: NonNullable<AuditHead["pending"]>, head: LogPosition): boolean {
  return pending.month === head.month
    ? pending.offset === head.bytes
    : pending.month > head.month && pending.offset === 0;
}

async function checkLastRecord(files: AuditFiles, { seq, hash, month, bytes }: LogPosition): Promise<Tail | undefined> {
  if (seq === 0) return undefined;
  const size = await files.size(month);
  if (size < bytes)
    return differs(month, `${month}.jsonl ends after ${size} bytes instead of ${bytes}, before record ${seq}`);
  const from = Math.max(0, bytes - MAX_LINE_BYTES - 1);
  const end = await files.read(month, from, bytes - from);
  const line = end.subarray(end.lastIndexOf(LINE_FEED, -2) + 1, -1);
  const decoded = decodeRecord(line);
  const isIt = end.at(-1) === LINE_FEED && decoded.kind === "record" && decoded.hash === hash;
  return isIt ? undefined : differs(month, `what stands where record ${seq} was in ${month}.jsonl is another`);
}

async function comparePending(files: AuditFiles, pending: NonNullable<AuditHead["pending"]>): Promise<Tail> {
  const text = Buffer.from(pending.text, "utf8");
  const found = await files.read(pending.month, pending.offset, text.length + 1);
  if (found.length <= text.length && found.equals(text.subarray(0, found.length))) {
    return { kind: "whole", written: found.length };
  }
  return differs(
    pending.month,
    `what was being written to ${pending.month}.jsonl, up to record ${pending.seq}, is followed by something else`,
  );
}

const LINE_FEED = 10;

function differs(month: string, how: string): Tail {
  return { kind: "differs", month, how };
}

/** Where a log whose end is not what it should be goes on: behind everything that is there. */
export interface Resumption {
  readonly month: string;
  readonly bytes: number;
  /** The last line has no end. */
  readonly isTorn: boolean;
  /** The last record that can be read in the newest file. */
  readonly last?: { readonly seq: number; readonly hash: string };
}

/** Looks at the end of the newest file that holds anything, and for the last record there is. */
export async function findResumption(files: AuditFiles): Promise<Resumption> {
  let newest: Resumption | undefined;
  for (const month of (await files.months()).toReversed()) {
    const bytes = await files.size(month);
    if (bytes === 0) continue;
    const from = Math.max(0, bytes - LOOK_BACK_BYTES);
    const end = await files.read(month, from, bytes - from);
    newest ??= { month, bytes, isTorn: end.at(-1) !== LINE_FEED };
    const last = findLastRecord(end);
    if (last !== undefined) return { ...newest, last };
  }
  return newest ?? { month: "", bytes: 0, isTorn: false };
}

const LOOK_BACK_BYTES = 4 * MAX_LINE_BYTES;

function findLastRecord(end: Buffer): Resumption["last"] {
  for (let to = end.lastIndexOf(LINE_FEED); to > 0;) {
    const from = end.lastIndexOf(LINE_FEED, to - 1);
    const decoded = decodeRecord(end.subarray(from + 1, to));
    if (decoded.kind === "record") return { seq: decoded.record.seq, hash: decoded.hash };
    to = from;
  }
  return undefined;
}
