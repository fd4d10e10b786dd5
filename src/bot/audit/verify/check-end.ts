import type { AuditFiles } from "../log/files.ts";
import { HEAD_KEY, type AuditHead, type PendingLines } from "../log/head.ts";
import { splitLines, type LogLine } from "../log/lines.ts";
import { fileOf, nameRange, shortHash, type AuditProblem } from "./problem.ts";
import type { LinePlace, Walk } from "./walk.ts";

/** Compares the last record that was found with the one that the head names. */
export function checkLast(walk: Walk, head: AuditHead, from: number): AuditProblem | undefined {
  if (head.seq < from) return undefined;
  const { seq, hash, line } = walk.end();
  const number = line?.month === head.month ? line.number : 0;
  const file = fileOf(head.month);
  if (seq < head.seq) {
    return {
      kind: "truncated",
      file,
      line: number + 1,
      seq: seq + 1,
      expected: `${nameRange(seq + 1, head.seq)}: the document ${HEAD_KEY} says that the log ends with record ${head.seq}`,
      found: seq === 0 ? "nothing" : `the end of the log after record ${seq}`,
    };
  }
  if (hash === head.hash) return undefined;
  return {
    kind: "changed",
    file,
    line: number,
    seq,
    expected: `the hash ${shortHash(head.hash)}, which the document ${HEAD_KEY} has for record ${seq}`,
    found: `the hash ${shortHash(hash)}; this record or one before it was changed, and all hashes after it made anew`,
  };
}

/**
 * Looks at what stands behind the last record: nothing, or a beginning of the lines that the head announces, which is what a
 * crash or a full disk leaves.
 */
export async function checkBehind(
  files: AuditFiles,
  head: AuditHead,
  place: LinePlace,
): Promise<AuditProblem | undefined> {
  const { pending } = head;
  for (const month of (await files.months()).filter((name) => name >= place.month)) {
    const begin = month === place.month ? place : { month, offset: 0, number: 1 };
    const expected = pending?.month === month ? Buffer.from(pending.text, "utf8") : Buffer.alloc(0);
    const found = await files.read(month, begin.offset, expected.length + 1);
    if (found.length <= expected.length && found.equals(expected.subarray(0, found.length))) continue;
    return {
      kind: "inserted",
      file: fileOf(month),
      line: begin.number,
      expected: pending === undefined ? `nothing behind record ${head.seq}` : nameRange(head.seq + 1, pending.seq),
      found: `something that the bot did not write there`,
    };
  }
  return undefined;
}

/** The lines that the head announces, as they stand or will stand behind a place. */
export function listPending({ month, text }: PendingLines, place: LinePlace): readonly LogLine[] {
  const begin = month === place.month ? place : { month, offset: 0, number: 1 };
  // A line feed that only ends what was torn off before begins an empty line.
  return splitLines(text, begin).filter(({ bytes }) => bytes.length > 0);
}
