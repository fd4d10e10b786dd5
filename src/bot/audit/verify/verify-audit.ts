import type { StateStore } from "../../../runtime/store/state-store.ts";
import type { AuditFiles } from "../log/files.ts";
import { HEAD_KEY, readHead, type AuditHead, type StoredHead } from "../log/head.ts";
import { INDEX_PREFIX } from "../log/run-index.ts";
import { checkBehind, checkLast, listPending } from "./check-end.ts";
import type { AuditProblem } from "./problem.ts";
import { createWalk, type Walk, type WalkSummary } from "./walk.ts";

/** What verifying reads. Nothing is written. */
export interface VerifyParts {
  readonly files: AuditFiles;
  readonly store: Pick<StateStore, "read" | "list">;
  /** Checks from this record on, and takes what comes before for granted. */
  readonly from?: number;
}

/** What was found. Without a `problem` the log is what the bot wrote, from the first record to the last. */
export interface AuditVerdict extends WalkSummary {
  readonly problem?: AuditProblem;
  /** Records that were about to be written when the bot stopped, or are being written just now. */
  readonly unfinished: number;
}

/**
 * Checks every record of a log, in memory that does not grow with it, and its end against the head document. May run
 * while the bot writes: what lies before the head is never touched again, and a head that moved on is read anew.
 */
export async function verifyAudit(parts: VerifyParts): Promise<AuditVerdict> {
  const { files, from = 1 } = parts;
  const walk = createWalk(files, from);
  for (let stored = await readHead(parts.store); ;) {
    if (stored.kind !== "found") return await verifyWithoutHead(parts, walk, stored);
    const { head, version } = stored;
    const problem = (await walk.to(head)) ?? checkLast(walk, head, from);
    if (problem !== undefined) return { ...walk.summary(), problem, unfinished: 0 };
    // A log that ends before the record to begin with was looked at to its end, or not at all.
    const behind = head.seq < from ? undefined : await checkBehind(files, head, walk.place());
    if (behind === undefined) return await takePending(files, walk, head);
    stored = await readHead(parts.store);
    if (stored.kind === "found" && stored.version === version) {
      return { ...walk.summary(), problem: behind, unfinished: 0 };
    }
  }
}

/** Lines that the head announces: those that stand in their file are records like any other. */
async function takePending(files: AuditFiles, walk: Walk, head: AuditHead): Promise<AuditVerdict> {
  const { pending } = head;
  if (pending === undefined) return { ...walk.summary(), unfinished: 0 };
  const size = await files.size(pending.month);
  const lines = listPending(pending, walk.place());
  const written = lines.filter(({ offset, bytes }) => offset + bytes.length < size);
  for (const line of written) {
    const problem = await walk.take(line, head);
    if (problem !== undefined) return { ...walk.summary(), problem, unfinished: 0 };
  }
  return { ...walk.summary(), unfinished: lines.length - written.length };
}

async function verifyWithoutHead(
  { store }: VerifyParts,
  walk: Walk,
  stored: Exclude<StoredHead, { readonly kind: "found" }>,
): Promise<AuditVerdict> {
  const problem = await walk.to(undefined);
  if (problem !== undefined) return { ...walk.summary(), problem, unfinished: 0 };
  const { seq } = walk.end();
  const isLost = stored.kind === "lost";
  const wasThere = seq > 0 || isLost || (await store.list(INDEX_PREFIX, { limit: 1 })).keys.length > 0;
  if (!wasThere) return { ...walk.summary(), unfinished: 0 };
  const about: AuditProblem = {
    kind: isLost ? "changed" : "removed",
    file: HEAD_KEY,
    line: 0,
    expected: `the document that says where the log ends; without it nobody knows whether record ${seq} is the last`,
    found: isLost ? "a document that cannot be read" : "no such document",
  };
  return { ...walk.summary(), problem: about, unfinished: 0 };
}
