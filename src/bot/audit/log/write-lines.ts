import type { StateStore, Version } from "../../../runtime/store/state-store.ts";
import type { AuditFiles } from "./files.ts";
import { writeHead, type AuditHead, type LogPosition, type PendingLines } from "./head.ts";
import type { WrittenRecord } from "./record.ts";

/** An opened log. */
export interface OpenLog {
  /** Where it ends; everything up to there is on disk. */
  readonly head: AuditHead;
  /** Version of the head document; undefined before the first one. */
  readonly version: Version | undefined;
  /** The stored head still announces lines that are written by now. */
  readonly isAnnounced: boolean;
}

/** What writing takes. */
export interface WriteParts {
  readonly files: AuditFiles;
  readonly store: StateStore;
}

/** Records to be written together, with the text that goes into the file; all of one month. */
export interface Batch {
  readonly records: readonly WrittenRecord[];
  /** What goes before the first line: a line feed where the file ends within a line. */
  readonly lead?: "\n";
}

/**
 * Writes records behind the end of the log. Their lines go into the head document first and then into the file, so that
 * a crash at any instant, or a full disk, leaves a beginning of lines that are known, and whoever opens the log finishes
 * them. Never writes over anything: a file that is not as long as it was left throws.
 */
export async function writeBatch(parts: WriteParts, log: OpenLog, batch: Batch): Promise<OpenLog> {
  const { head } = log;
  const pending = placeBatch(head, batch);
  const size = await parts.files.size(pending.month);
  if (size !== pending.offset) {
    throw new Error(`${parts.files.nameOf(pending.month)} has ${size} bytes where ${pending.offset} were left`);
  }
  const version = await writeHead(parts.store, { ...head, pending }, log.version);
  return { head: await writePending(parts.files, head, pending), version, isAnnounced: true };
}

/** Writes the lines that a head announces, from `written` bytes on, and returns the head behind them. */
export async function writePending(
  files: AuditFiles,
  { indexed, lost }: Pick<AuditHead, "indexed" | "lost">,
  { month, offset, seq, hash, text }: PendingLines,
  written = 0,
): Promise<AuditHead> {
  const bytes = Buffer.from(text, "utf8");
  await files.writeAt(month, offset + written, bytes.subarray(written));
  return { seq, hash, month, bytes: offset + bytes.length, indexed, lost };
}

/** Writes the head without the lines it announced: small, and quick to compare. */
export async function bringToRest({ store }: Pick<WriteParts, "store">, log: OpenLog): Promise<OpenLog> {
  if (!log.isAnnounced) return log;
  return { head: log.head, version: await writeHead(store, log.head, log.version, "process"), isAnnounced: false };
}

/** The place of a head without what else stands in it. */
export function positionOf({ seq, hash, month, bytes }: LogPosition): LogPosition {
  return { seq, hash, month, bytes };
}

function placeBatch(head: LogPosition, { records, lead }: Batch): PendingLines {
  const last = records.at(-1);
  if (last === undefined) throw new TypeError("A batch has at least one record");
  const { month, seq } = last.record;
  const offset = month === head.month ? head.bytes : 0;
  return { month, offset, seq, hash: last.hash, text: `${lead ?? ""}${records.map(({ line }) => line).join("")}` };
}
