import type { AuditFiles } from "../log/files.ts";
import type { AuditHead } from "../log/head.ts";
import { readLines, type LogLine } from "../log/lines.ts";
import { decodeRecord, type AuditRecord } from "../log/record.ts";
import type { Break, ChainEnd } from "./chain.ts";
import { fileOf, nameRange, problemAt, shortHash, type AuditProblem } from "./problem.ts";

/** Where a chain broke. */
export interface BrokenAt {
  readonly end: ChainEnd;
  readonly line: LogLine;
  readonly how: Break;
}

/** What an explanation may look at. */
export interface ExplainParts {
  readonly files: AuditFiles;
  readonly head: Pick<AuditHead, "seq" | "hash"> | undefined;
}

/** Tells what was done where a chain breaks, from the line and what comes behind it. */
export async function explainBreak(parts: ExplainParts, broken: BrokenAt): Promise<AuditProblem> {
  const { how } = broken;
  switch (how.kind) {
    case "torn":
    case "no record":
      return await explainNoRecord(parts, broken, how);
    case "other month":
      return problemAt(broken.line, {
        kind: "reordered",
        seq: how.record.seq,
        expected: `a record of ${fileOf(broken.line.month)}`,
        found: `record ${how.record.seq}, which was written to ${fileOf(how.record.month)}`,
      });
    case "other number":
      return how.record.seq > broken.end.seq
        ? await explainGap(parts, broken, how.record.seq)
        : await explainSecond(parts, broken, how);
    case "other record before it":
      return await explainOtherBefore(parts, broken, how);
  }
}

async function explainNoRecord(
  parts: ExplainParts,
  { end, line }: BrokenAt,
  how: Extract<Break, { kind: "torn" | "no record" }>,
): Promise<AuditProblem> {
  const seq = end.seq + 1;
  const next = await readNext(parts.files, line);
  if (next?.seq === seq && next.prev === end.hash) {
    return problemAt(line, {
      kind: "inserted",
      expected: `record ${seq}, which stands behind it`,
      found: describe(how),
    });
  }
  const isEnd = how.kind === "torn" && next === undefined;
  const noted = next !== undefined && isNoteOf(next, seq) ? noteOf(next) : {};
  const kind = isEnd || "notedBy" in noted ? "truncated" : "changed";
  const expected = kind === "truncated" ? `the whole of record ${seq}` : `record ${seq} as it was written`;
  return problemAt(line, { kind, seq, expected, found: describe(how), ...noted });
}

function describe(how: Extract<Break, { kind: "torn" | "no record" }>): string {
  return how.kind === "torn" ? "a line without an end" : `a line that was not written like that: ${how.why}`;
}

/** A number that is too high: what is missing was removed, unless it stands further down. */
async function explainGap(parts: ExplainParts, { end, line }: BrokenAt, found: number): Promise<AuditProblem> {
  const seq = end.seq + 1;
  const elsewhere = await findRecord(parts.files, line, (record) => record.seq === seq);
  if (elsewhere !== undefined) {
    const where = `record ${seq} stands in ${fileOf(elsewhere.month)}, line ${elsewhere.number}`;
    return problemAt(line, { kind: "reordered", seq, expected: `record ${seq}`, found: `record ${found}; ${where}` });
  }
  const note = await findRecord(parts.files, line, (record) => isNoteOf(record, seq));
  return problemAt(line, {
    kind: note?.seq === found ? "truncated" : "removed",
    seq,
    expected: nameRange(seq, found - 1),
    found: `record ${found}, and ${seq === found - 1 ? "it" : "they"} nowhere behind it`,
    ...(note === undefined ? {} : noteOf(note)),
  });
}

/** The bot's own note that a record was gone when it opened the log. */
function isNoteOf({ what, facts }: Pick<AuditRecord, "what" | "facts">, seq: number): boolean {
  return what === "damage" && Number(facts?.["lostFrom"]) <= seq && seq <= Number(facts?.["lostTo"]);
}

function noteOf({ seq, at }: Pick<AuditRecord, "seq" | "at">): Pick<AuditProblem, "notedBy"> {
  return { notedBy: { seq, at } };
}

/** A number that was there before. Whichever of the two the next record follows on is the one that was written. */
async function explainSecond(
  { files }: ExplainParts,
  { end, line }: BrokenAt,
  { record, hash }: Extract<Break, { kind: "other number" }>,
): Promise<AuditProblem> {
  const next = await readNext(files, line);
  const isOther = record.seq === end.seq && hash !== end.hash;
  const isWritten = isOther && next?.seq === record.seq + 1 && next.prev === hash;
  const [inserted, other] = isWritten && end.line !== undefined ? [end.line, line] : [line, end.line];
  const expected = isWritten ? `record ${record.seq} as it stands in line ${line.number}` : `record ${end.seq + 1}`;
  const where = record.seq === end.seq && other !== undefined ? ` (${fileOf(other.month)}, line ${other.number})` : "";
  return problemAt(inserted, {
    kind: "inserted",
    seq: record.seq,
    expected,
    found: `one of two records with the number ${record.seq}${isWritten ? "" : where}`,
  });
}

/** The right number after another record than the one that is there: one of the two was changed and its hash made anew. */
async function explainOtherBefore(
  { files, head }: ExplainParts,
  { end, line }: BrokenAt,
  { record, hash }: Extract<Break, { kind: "other record before it" }>,
): Promise<AuditProblem> {
  const next = await readNext(files, line);
  const isVouched = next === undefined ? head?.seq === record.seq && head.hash === hash : next.prev === hash;
  if (isVouched && end.line !== undefined) {
    return problemAt(end.line, {
      kind: "changed",
      seq: end.seq,
      expected: `the record with the hash ${shortHash(record.prev)}, which record ${record.seq} follows on`,
      found: `one with the hash ${shortHash(end.hash)}`,
    });
  }
  return problemAt(line, {
    kind: "changed",
    seq: record.seq,
    expected: `a record that follows on the hash ${shortHash(end.hash)}`,
    found: `one that follows on ${shortHash(record.prev)}`,
  });
}

/** The record in the next line; what is none counts as a record that nothing can follow on. */
async function readNext(files: AuditFiles, line: LogLine): Promise<AuditRecord | undefined> {
  for await (const next of linesBehind(files, line)) {
    const decoded = decodeRecord(next.bytes);
    return decoded.kind === "record" ? decoded.record : NO_RECORD;
  }
  return undefined;
}

const NO_RECORD: AuditRecord = { seq: 0, prev: "", id: "", what: "damage", at: "", recordedAt: "", month: "" };

type Place = Pick<LogLine, "month" | "number">;

async function findRecord(
  files: AuditFiles,
  line: LogLine,
  isMeant: (record: AuditRecord) => boolean,
): Promise<(Pick<AuditRecord, "seq" | "at"> & Place) | undefined> {
  for await (const { bytes, month, number } of linesFrom(files, line)) {
    const decoded = decodeRecord(bytes);
    if (decoded.kind !== "record" || !isMeant(decoded.record)) continue;
    const { seq, at } = decoded.record;
    return { seq, at, month, number };
  }
  return undefined;
}

async function* linesBehind(files: AuditFiles, line: LogLine): AsyncGenerator<LogLine, void> {
  for await (const next of linesFrom(files, line)) {
    if (next.month !== line.month || next.offset > line.offset) yield next;
  }
}

async function* linesFrom(files: AuditFiles, { month, offset, number }: LogLine): AsyncGenerator<LogLine, void> {
  yield* readLines(files, { month, offset, number });
  for (const later of (await files.months()).filter((name) => name > month)) yield* readLines(files, { month: later });
}
