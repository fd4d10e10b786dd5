import type { JsonValue } from "../json.ts";
import type { ProcessEnd, StreamedProcess } from "../process/stream-process.ts";

/** Called when the program has ended by itself; throws when that was a failure. `tail` is the end of its stdout. */
export type CheckEnd = (end: ProcessEnd, tail: string) => void;

/**
 * The lines of a running program, as they come: LF or CRLF ends a line, empty lines are left out (stages-and-cli §8.3). Who stops
 * reading ends the program and everything it started, even before the first line was asked for.
 */
export function createLineStream(process: StreamedProcess, checkEnd: CheckEnd): AsyncIterable<JsonValue> {
  const lines = readLines(process, checkEnd);
  const iterator = {
    next: () => lines.next(),
    return: async () => {
      await process.stop();
      return lines.return(undefined);
    },
    abort: () => process.stop(),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Twice what is shown of it, so that it can be cut at the beginning of a line. */
const TAIL_CHARACTERS = 8000;

async function* readLines(process: StreamedProcess, checkEnd: CheckEnd): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  // The pieces of a line that has not ended yet: joined once, so that a long line costs no more than its length.
  let pieces: string[] = [];
  let tail = "";
  for (let chunk = await process.read(); chunk !== undefined; chunk = await process.read()) {
    const text = decoder.decode(chunk, { stream: true });
    tail = (tail + text).slice(-TAIL_CHARACTERS);
    pieces.push(text);
    if (!text.includes("\n")) continue;
    const lines = pieces.join("").split("\n");
    pieces = [lines.pop() ?? ""];
    yield* lines.map(stripCarriageReturn).filter((line) => line !== "");
  }
  const last = stripCarriageReturn(pieces.join("") + decoder.decode());
  checkEnd(await process.ended(), tail);
  if (last !== "") yield last;
  return undefined;
}

function stripCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
