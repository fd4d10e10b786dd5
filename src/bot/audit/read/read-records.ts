import type { JsonObject } from "../../../runtime/json.ts";
import type { AuditFiles } from "../log/files.ts";
import { readLines, type LogLine } from "../log/lines.ts";
import { decodeRecord, type AuditRecord } from "../log/record.ts";

/** A record as it is found in a log. Its hash fits; whether it is the one that was written is for `verifyAudit`. */
export interface FoundRecord {
  readonly kind: "record";
  readonly record: AuditRecord;
  readonly hash: string;
  /** All members, also those of a later version. */
  readonly value: JsonObject;
  /** The line without its line feed. */
  readonly line: Buffer;
}

/** A line that is no record. */
export interface BadLine {
  readonly kind: "bad";
  readonly place: Pick<LogLine, "month" | "number">;
}

/** Reads a log record by record, oldest first, from a month on. */
export async function* readRecords(files: AuditFiles, from = ""): AsyncGenerator<FoundRecord | BadLine, void> {
  for (const month of (await files.months()).filter((name) => name >= from)) {
    for await (const { bytes, number, end } of readLines(files, { month })) {
      const decoded = end === "line feed" ? decodeRecord(bytes) : undefined;
      if (decoded?.kind === "record") yield { ...decoded, line: bytes };
      else yield { kind: "bad", place: { month, number } };
    }
  }
}

/** What people name records by. */
export type RecordSelector = (record: AuditRecord) => boolean;

/**
 * Reads how people name records: by number, run id, gate key, approval id or decision id; undefined for anything else.
 * Letter case, a `#` before it and dashes in an approval id do not matter.
 */
export function parseSelector(text: string): RecordSelector | undefined {
  const name = text.trim().replace(/^#/, "");
  const lower = name.toLowerCase();
  if (/^\d{1,7}$/.test(name)) return ({ seq }) => seq === Number(name);
  if (/^(?:workflow|pipeline)_resume_[0-9a-z-]+$/.test(lower)) return ({ gate }) => gate === lower;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(lower)) {
    return ({ facts }) => facts?.["decision"] === lower;
  }
  const run = name.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const approval = lower.replaceAll("-", "");
  const isRun = /^[0-9A-HJKMNP-TV-Z]{8}$/.test(run);
  const isApproval = /^[0-9a-f]{8}$/.test(approval);
  if (!isRun && !isApproval) return undefined;
  return (record) => (isRun && record.run === run) || (isApproval && record.approval === approval);
}

/** What a person did that counted: the records a receipt is given for. */
export function isDecision({ what }: AuditRecord): boolean {
  return DECISIONS.has(what);
}

const DECISIONS: ReadonlySet<string> = new Set([
  "vote",
  "withdraw",
  "deny",
  "answer",
  "cancel",
  "expire",
  "retry",
  "abandon",
]);
