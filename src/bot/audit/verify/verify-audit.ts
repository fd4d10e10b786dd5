import type { StateStore } from "../../../runtime/store/state-store.ts";
import type { AuditFiles } from "../log/files.ts";
import { findTail } from "../log/find-tail.ts";
import { HEAD_KEY, readHead, type AuditHead, type PendingLines, type StoredHead } from "../log/head.ts";
import { readLines, splitLines, type LogLine } from "../log/lines.ts";
import { decodeRecord } from "../log/record.ts";
import { INDEX_PREFIX } from "../log/run-index.ts";
import { CHAIN_START, followChain, type ChainEnd } from "./chain.ts";
import { explainBreak } from "./explain-break.ts";
import { fileOf, nameRange, shortHash, type AuditProblem } from "./problem.ts";

/** What verifying reads. Nothing is written. */
export interface VerifyParts {
  readonly files: AuditFiles;
  readonly store: Pick<StateStore, "read" | "list">;
  /** Checks from this record on, and takes what comes before for granted. */
  readonly from?: number;
}

/** What was found. Without a `problem` the log is what the bot wrote, from the first record to the last. */
export interface AuditVerdict {
  readonly problem?: AuditProblem;
  /** Records that follow on each other. */
  readonly records: number;
  readonly first?: number;
  readonly last?: { readonly seq: number; readonly hash: string };
  /** Numbers of the bot's own notes that the log was not as it had left it, the first few. */
  readonly notes: readonly number[];
  /** Records that were about to be written when the bot stopped, or are being written just now. */
  readonly unfinished: number;
}

const MAX_NOTES = 20;

/**
 * Checks every record of a log, in memory that does not grow with it, and its end against the head document. May run
 * while the bot writes: what lies before the head is never touched again, and a head that moved on is read anew.
 */
export async function verifyAudit(parts: VerifyParts): Promise<AuditVerdict> {
  const walk = createWalk(parts);
  for (let stored = await readHead(parts.store); ;) {
    if (stored.kind !== "found") return await verifyWithoutHead(parts, walk, stored);
    const problem = (await walk.to(stored.head)) ?? (await checkEnd(parts, walk, stored.head));
    if (problem === undefined) return await walkPending(parts.files, walk, stored.head);
    const again = await readHead(parts.store);
    if (again.kind !== "found" || again.version === stored.version) return walk.verdict(problem, 0);
    stored = again;
  }
}

interface Walk {
  /** Follows the chain up to where a head says that the log ends; to the end of the files without one. */
  to(head: AuditHead | undefined): Promise<AuditProblem | undefined>;
  take(line: LogLine, head: AuditHead | undefined): Promise<AuditProblem | undefined>;
  readonly end: () => ChainEnd;
  readonly seen: () => number;
  verdict(problem: AuditProblem | undefined, unfinished: number): AuditVerdict;
}

function createWalk({ files, from = 1 }: VerifyParts): Walk {
  let end: ChainEnd = CHAIN_START;
  let next = { month: "", offset: 0, number: 1 };
  let first: number | undefined;
  let records = 0;
  const notes: number[] = [];

  const take = async (line: LogLine, head: AuditHead | undefined): Promise<AuditProblem | undefined> => {
    const start = first === undefined && from > 1 ? startAt(line, from) : end;
    if (start === undefined) return undefined;
    const step = followChain(start, line);
    if (step.kind === "breaks") return await explainBreak({ files, head }, { end: start, line, how: step.how });
    end = step.end;
    first ??= end.seq;
    records += 1;
    if (step.record.what === "damage" && notes.length < MAX_NOTES) notes.push(end.seq);
    return undefined;
  };

  return {
    take,
    to: async (head) => {
      for (const month of (await files.months()).filter((name) => name >= next.month)) {
        if (head !== undefined && month > head.month) break;
        const begin = month === next.month ? next : { month, offset: 0, number: 1 };
        const until = head?.month === month ? { end: head.bytes } : {};
        for await (const line of readLines(files, { ...begin, ...until })) {
          const problem = await take(line, head);
          if (problem !== undefined) return problem;
          next = { month, offset: line.offset + line.bytes.length + 1, number: line.number + 1 };
        }
      }
      return undefined;
    },
    end: () => end,
    seen: () => records,
    verdict: (problem, unfinished) => ({
      ...(problem === undefined ? {} : { problem }),
      records,
      ...(first === undefined ? {} : { first, last: { seq: end.seq, hash: end.hash } }),
      notes,
      unfinished,
    }),
  };
}

/** The chain as it must have been before the record that is to be the first; undefined for lines before that. */
function startAt(line: LogLine, from: number): ChainEnd | undefined {
  const decoded = decodeRecord(line.bytes);
  if (decoded.kind === "bad") return (decoded.seq ?? 0) < from ? undefined : { ...CHAIN_START, seq: from - 1 };
  const { seq, prev } = decoded.record;
  return seq < from ? undefined : { seq: from - 1, hash: prev };
}

/** Compares what was found up to the head with what the head says, and what follows with what may follow. */
async function checkEnd(parts: VerifyParts, walk: Walk, head: AuditHead): Promise<AuditProblem | undefined> {
  const { seq, hash, line } = walk.end();
  const isPassed = walk.seen() === 0 && head.seq < (parts.from ?? 1);
  if (!isPassed) {
    const place = { file: fileOf(head.month), line: line?.month === head.month ? line.number : 0 };
    if (seq < head.seq) return missingAtEnd({ seq, head, place: { ...place, line: place.line + 1 } });
    if (hash !== head.hash) {
      const expected = `the hash ${shortHash(head.hash)}, which the document ${HEAD_KEY} has for record ${seq}`;
      return {
        ...place,
        kind: "changed",
        seq,
        expected,
        found: `the hash ${shortHash(hash)}; this record or one before it was changed, and all hashes after it made anew`,
      };
    }
  }
  const tail = await findTail(parts.files, head);
  if (tail.kind === "whole") return undefined;
  return {
    kind: "inserted",
    file: fileOf(tail.month),
    line: line?.month === tail.month ? line.number + 1 : 1,
    expected:
      head.pending === undefined ? `nothing behind record ${head.seq}` : nameRange(head.seq + 1, head.pending.seq),
    found: `something the bot did not write: ${tail.how}`,
  };
}

function missingAtEnd(about: {
  readonly seq: number;
  readonly head: AuditHead;
  readonly place: Pick<AuditProblem, "file" | "line">;
}): AuditProblem {
  const { seq, head, place } = about;
  return {
    ...place,
    kind: "truncated",
    seq: seq + 1,
    expected: `${nameRange(seq + 1, head.seq)}: the document ${HEAD_KEY} says that the log ends with record ${head.seq}`,
    found: seq === 0 ? "nothing" : `the end of the log after record ${seq}`,
  };
}

async function verifyWithoutHead(
  parts: VerifyParts,
  walk: Walk,
  stored: Exclude<StoredHead, { readonly kind: "found" }>,
): Promise<AuditVerdict> {
  const problem = await walk.to(undefined);
  if (problem !== undefined) return walk.verdict(problem, 0);
  const { seq } = walk.end();
  const wasThere =
    seq > 0 || stored.kind === "lost" || (await parts.store.list(INDEX_PREFIX, { limit: 1 })).keys.length > 0;
  if (!wasThere) return walk.verdict(undefined, 0);
  const found = stored.kind === "lost" ? "a document that cannot be read" : "no such document";
  const expected = `the document that says where the log ends; without it nobody knows whether record ${seq} is the last`;
  return walk.verdict(
    { kind: stored.kind === "lost" ? "changed" : "removed", file: HEAD_KEY, line: 0, expected, found },
    0,
  );
}

/** Lines that the head announces: those that stand in their file are records like any other. */
async function walkPending(files: AuditFiles, walk: Walk, head: AuditHead): Promise<AuditVerdict> {
  const { pending } = head;
  if (pending === undefined) return walk.verdict(undefined, 0);
  const size = await files.size(pending.month);
  const lines = listPending(pending, walk.end().line);
  const written = lines.filter(({ offset, bytes }) => offset + bytes.length < size);
  for (const line of written) {
    const problem = await walk.take(line, head);
    if (problem !== undefined) return walk.verdict(problem, 0);
  }
  return walk.verdict(undefined, lines.length - written.length);
}

function listPending({ month, offset, text }: PendingLines, before: ChainEnd["line"]): readonly LogLine[] {
  const number = before?.month === month ? before.number + 1 : 1;
  // A line feed that only ends what was torn off before begins an empty line.
  return splitLines(text, { month, offset, number }).filter(({ bytes }) => bytes.length > 0);
}
