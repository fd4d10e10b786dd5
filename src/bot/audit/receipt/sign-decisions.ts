import type { RunId } from "../../../runtime/run/documents.ts";
import type { AuditFiles } from "../log/files.ts";
import { isDecision, readRecords, type FoundRecord } from "../read/read-records.ts";
import { createReceipt } from "./receipt.ts";
import { openSigningKey } from "./signing-key.ts";

/** Receipts of what was decided in a run, oldest first. `from` is the month in which the run began. */
export async function signDecisions(files: AuditFiles, run: RunId, from: string): Promise<readonly string[]> {
  const decided: FoundRecord[] = [];
  for await (const found of readRecords(files, from)) {
    if (found.kind === "record" && found.record.run === run && isDecision(found.record)) decided.push(found);
  }
  if (decided.length === 0) return [];
  const key = await openSigningKey(files.directory);
  return decided.map((found) => createReceipt(found, key));
}
