import type { LogLine } from "../log/lines.ts";
import { decodeRecord, GENESIS_HASH, type AuditRecord } from "../log/record.ts";

/** The last record that followed on the one before it, and its line. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
  readonly line?: Pick<LogLine, "month" | "number" | "offset">;
}

/** How a line does not follow on the record before it. Found out from the line alone; what was done is for `explainBreak`. */
export type Break =
  | { readonly kind: "torn" }
  | { readonly kind: "no record"; readonly why: string; readonly seq?: number }
  | { readonly kind: "other month"; readonly record: AuditRecord }
  | { readonly kind: "other number"; readonly record: AuditRecord; readonly hash: string }
  | { readonly kind: "other record before it"; readonly record: AuditRecord; readonly hash: string };

/** A line that follows, and where the chain ends now, or how it does not. */
export type Step =
  | { readonly kind: "follows"; readonly end: ChainEnd; readonly record: AuditRecord }
  | { readonly kind: "breaks"; readonly how: Break };

/** Where every chain begins. */
export const CHAIN_START: ChainEnd = { seq: 0, hash: GENESIS_HASH };

/** Looks at the next line of a chain. */
export function followChain(end: ChainEnd, line: LogLine): Step {
  if (line.end === "end of file") return breaks({ kind: "torn" });
  const decoded = decodeRecord(line.bytes);
  if (decoded.kind === "bad") return breaks({ ...decoded, kind: "no record" });
  const { record, hash } = decoded;
  if (record.month !== line.month) return breaks({ kind: "other month", record });
  if (record.seq !== end.seq + 1) return breaks({ kind: "other number", record, hash });
  if (record.prev !== end.hash) return breaks({ kind: "other record before it", record, hash });
  const { month, number, offset } = line;
  return { kind: "follows", record, end: { seq: record.seq, hash, line: { month, number, offset } } };
}

function breaks(how: Break): Step {
  return { kind: "breaks", how };
}
