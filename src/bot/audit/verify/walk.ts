import type { AuditFiles } from "../log/files.ts";
import type { AuditHead } from "../log/head.ts";
import { readLines, type LogLine } from "../log/lines.ts";
import { decodeRecord } from "../log/record.ts";
import { CHAIN_START, followChain, type ChainEnd } from "./chain.ts";
import { explainBreak } from "./explain-break.ts";
import type { AuditProblem } from "./problem.ts";

/** A place between two lines. */
export interface LinePlace {
  readonly month: string;
  readonly offset: number;
  readonly number: number;
}

/** Follows a chain line by line, and remembers how far. */
export interface Walk {
  /** Goes on up to the record that a head names as the last one; without a head, to the end of the files. */
  to(head: AuditHead | undefined): Promise<AuditProblem | undefined>;
  /** Takes one line more. */
  take(line: LogLine, head: AuditHead | undefined): Promise<AuditProblem | undefined>;
  /** The last record that followed. */
  readonly end: () => ChainEnd;
  /** Behind the last line that was looked at. */
  readonly place: () => LinePlace;
  readonly summary: () => WalkSummary;
}

/** What was seen on the way. */
export interface WalkSummary {
  readonly records: number;
  readonly first?: number;
  readonly last?: { readonly seq: number; readonly hash: string };
  /** Numbers of the bot's own notes of damage, the first few. */
  readonly notes: readonly number[];
}

const MAX_NOTES = 20;

/** Begins at the first record, or at the record `from`, and takes what comes before that for granted. */
export function createWalk(files: AuditFiles, from: number): Walk {
  let end: ChainEnd = CHAIN_START;
  let place: LinePlace = { month: "", offset: 0, number: 1 };
  let first: number | undefined;
  let records = 0;
  const notes: number[] = [];

  const take = async (line: LogLine, head: AuditHead | undefined): Promise<AuditProblem | undefined> => {
    const start = first === undefined && from > 1 ? startAt(line, from) : end;
    if (start !== undefined) {
      const step = followChain(start, line);
      if (step.kind === "breaks") return await explainBreak({ files, head }, { end: start, line, how: step.how });
      end = step.end;
      first ??= end.seq;
      records += 1;
      if (step.record.what === "damage" && notes.length < MAX_NOTES) notes.push(end.seq);
    }
    place = { month: line.month, offset: line.offset + line.bytes.length + 1, number: line.number + 1 };
    return undefined;
  };

  return {
    take,
    to: async (head) => {
      if (head !== undefined && (end.seq === head.seq || head.seq < from)) return undefined;
      for (const month of (await files.months()).filter((name) => name >= place.month)) {
        const begin = month === place.month ? place : { month, offset: 0, number: 1 };
        for await (const line of readLines(files, begin)) {
          const problem = await take(line, head);
          if (problem !== undefined || end.seq === head?.seq) return problem;
        }
      }
      return undefined;
    },
    end: () => end,
    place: () => place,
    summary: () => ({
      records,
      ...(first === undefined ? {} : { first, last: { seq: end.seq, hash: end.hash } }),
      notes,
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
