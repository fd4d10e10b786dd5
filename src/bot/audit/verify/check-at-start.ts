import { describeThrown, type Log } from "../../log.ts";
import { verifyAudit, type VerifyParts } from "./verify-audit.ts";

/** A longer log is left to `lobster-chat audit verify`: a start is no time to read for minutes. */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Verifies a log and tells the bot's own log what came of it: tampering with what was written long ago is found at the next
 * start, not only when somebody asks. Never rejects; says nothing once `signal` is aborted.
 */
export async function checkAtStart(
  { files, store, log }: Pick<VerifyParts, "files" | "store"> & { readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  try {
    let bytes = 0;
    for (const month of await files.months()) bytes += await files.size(month);
    if (bytes > MAX_CHECKED_BYTES) return log.info("audit_not_checked", { bytes });
    const { problem, records, notes } = await verifyAudit({ files, store });
    if (signal.aborted) return;
    if (problem === undefined) return log.info("audit_checked", { records, notes: notes.length });
    const { kind, file, line, seq } = problem;
    log.error("audit_damaged", { kind, file, line, seq });
  } catch (thrown) {
    if (!signal.aborted) log.warn("audit_not_checked", describeThrown(thrown));
  }
}
