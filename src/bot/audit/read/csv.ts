import { ENTRY_TEXTS, type AuditRecord } from "../log/record.ts";

/** Columns of an export, in order. */
const COLUMNS = ["seq", "at", "recordedAt", "what", ...ENTRY_TEXTS, "id", "month", "prev"] as const;

/** What makes a spreadsheet take a cell for a formula, in any of its forms. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n|%]/u;

/** The first line of an export. */
export const CSV_HEADER = toLine([...COLUMNS, "facts", "hash"]);

/** A record as a line of CSV (RFC 4180). */
export function toCsv(record: AuditRecord, hash: string): string {
  const facts = record.facts === undefined ? "" : JSON.stringify(record.facts);
  return toLine([...COLUMNS.map((name) => record[name] ?? ""), facts, hash]);
}

/**
 * Every cell is quoted. One that a spreadsheet would run gets an apostrophe in front, which spreadsheets take for "this is
 * text" and others show; numbers of ours are never such.
 */
function toLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(cell: string | number): string {
  const text = String(cell);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
