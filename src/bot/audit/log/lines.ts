import type { AuditFiles } from "./files.ts";
import { MAX_LINE_BYTES } from "./record.ts";

/** A line of a log as it stands in its file. */
export interface LogLine {
  readonly month: string;
  /** 1-based, in its file. */
  readonly number: number;
  /** Where it begins in its file. */
  readonly offset: number;
  /** Without the line feed; no more than the beginning of a line that is too long. */
  readonly bytes: Buffer;
  /** Nothing ends the last line of a file that was cut. */
  readonly end: "line feed" | "end of file" | "too long";
}

/** A part of one file: lines from `offset`, the first of which has this number, up to `end` (default: all there is). */
export interface FilePart {
  readonly month: string;
  readonly offset?: number;
  readonly number?: number;
  readonly end?: number;
}

const CHUNK_BYTES = 64 * 1024;

const LINE_FEED = 10;

/** Reads lines one after another; holds no more than two chunks of the file, whatever stands in it. */
export async function* readLines(files: Pick<AuditFiles, "read">, part: FilePart): AsyncGenerator<LogLine, void> {
  const { month, end = Number.MAX_SAFE_INTEGER } = part;
  let { offset = 0, number = 1 } = part;
  let rest: Buffer = Buffer.alloc(0);
  let at = offset;
  while (at < end) {
    const chunk = await files.read(month, at, Math.min(CHUNK_BYTES, end - at));
    if (chunk.length === 0) break;
    at += chunk.length;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let feed = rest.indexOf(LINE_FEED); feed !== -1; feed = rest.indexOf(LINE_FEED)) {
      yield lineOf({ month, number, offset }, rest.subarray(0, feed), "line feed");
      offset += feed + 1;
      number += 1;
      rest = rest.subarray(feed + 1);
    }
    if (rest.length <= MAX_LINE_BYTES) continue;
    yield lineOf({ month, number, offset }, rest, "too long");
    at = await findNextLine(files, month, at, end);
    offset = at;
    number += 1;
    rest = Buffer.alloc(0);
  }
  if (rest.length > 0) yield lineOf({ month, number, offset }, rest, "end of file");
}

/** Reads lines of a text that is to stand in a file from `offset` on. */
export function splitLines(text: string, place: Required<Pick<FilePart, "month" | "offset" | "number">>): LogLine[] {
  let { offset, number } = place;
  return text
    .split("\n")
    .slice(0, -1)
    .map((content) => {
      const bytes = Buffer.from(content, "utf8");
      const found = lineOf({ month: place.month, number, offset }, bytes, "line feed");
      offset += bytes.length + 1;
      number += 1;
      return found;
    });
}

function lineOf(place: Pick<LogLine, "month" | "number" | "offset">, bytes: Buffer, end: LogLine["end"]): LogLine {
  const isTooLong = end === "too long" || bytes.length > MAX_LINE_BYTES;
  return { ...place, bytes: bytes.subarray(0, MAX_LINE_BYTES), end: isTooLong ? "too long" : end };
}

/** Where the line after one that is too long begins. */
async function findNextLine(
  files: Pick<AuditFiles, "read">,
  month: string,
  from: number,
  end: number,
): Promise<number> {
  for (let at = from; at < end;) {
    const chunk = await files.read(month, at, Math.min(CHUNK_BYTES, end - at));
    if (chunk.length === 0) return at;
    const feed = chunk.indexOf(LINE_FEED);
    if (feed !== -1) return at + feed + 1;
    at += chunk.length;
  }
  return end;
}
