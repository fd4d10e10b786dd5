import type { LogLine } from "../log/lines.ts";

/** What was done to a log, as far as it can be told. */
export type ProblemKind = "changed" | "removed" | "reordered" | "truncated" | "inserted";

/** The first place where a log is not what the bot wrote. */
export interface AuditProblem {
  readonly kind: ProblemKind;
  /** The file's name without its folder, or the name of the head document. */
  readonly file: string;
  /** 1-based; 0 for what is no line. */
  readonly line: number;
  /** The record it is about, where that is known. */
  readonly seq?: number;
  readonly expected: string;
  readonly found: string;
  /** The bot found this itself and wrote it down, in this record. */
  readonly notedBy?: { readonly seq: number; readonly at: string };
}

/** A problem at a line. */
export function problemAt(
  place: Pick<LogLine, "month" | "number">,
  about: Omit<AuditProblem, "file" | "line">,
): AuditProblem {
  return { ...about, file: fileOf(place.month), line: place.number };
}

/** The name of a month's file. */
export function fileOf(month: string): string {
  return `${month}.jsonl`;
}

/** A hash as people compare it. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 16)}…`;
}

/** Several numbers in words: `record 4`, `records 4 to 9`. */
export function nameRange(from: number, to: number): string {
  return from === to ? `record ${from}` : `records ${from} to ${to}`;
}
