import type { Readable } from "node:stream";
import { LobsterError } from "../errors.ts";
import { ownMember } from "../json.ts";
import type { Environment } from "../ports.ts";

/** A person at a terminal: what they type, and where questions to them are written (never the data's stdout). */
export interface InputTerminal {
  /** Writes text to the person. */
  write(text: string): void;
  /**
   * The next line without its LF; at the end of input, what was left. Rejects with the signal's reason, and with
   * `timed_out` after `timeoutMs` (absent: the wait ends with the signal or the input only).
   */
  readLine(options: ReadLineOptions): Promise<string>;
}

/** What ends the wait for a line. */
export interface ReadLineOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

/** A terminal over two streams, such as the process's stdin and stderr. Text typed ahead is kept for the next line. */
export function createTerminal(input: Readable, output: Pick<NodeJS.WritableStream, "write">): InputTerminal {
  let kept = "";
  return {
    write: (text) => {
      output.write(text);
    },
    readLine: async (options) => {
      const { line, rest } = await readUntilNewline(input, kept, options);
      kept = rest;
      return line;
    },
  };
}

/**
 * How long a person may take to answer at a terminal, in ms: `LOBSTER_APPROVAL_INPUT_TIMEOUT_MS` when it is a positive
 * number, else undefined for no limit.
 */
export function answerTimeoutMs(environment: Environment): number | undefined {
  const given = Number(ownMember(environment, "LOBSTER_APPROVAL_INPUT_TIMEOUT_MS") ?? "");
  return Number.isFinite(given) && given >= 1 ? Math.floor(given) : undefined;
}

/** Longest line a person can type; more is refused instead of kept in memory. */
const MAX_LINE_LENGTH = 1024 * 1024;

interface ReadLine {
  readonly line: string;
  readonly rest: string;
}

function readUntilNewline(
  input: Readable,
  kept: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number | undefined },
): Promise<ReadLine> {
  const ready = splitLine(kept);
  if (ready !== undefined) return Promise.resolve(ready);
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    let text = kept;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      input.pause();
      input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError);
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    const onData = (chunk: Buffer | string): void => {
      text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      const found = splitLine(text);
      if (found !== undefined) settle(() => resolve(found));
      else if (text.length > MAX_LINE_LENGTH) settle(() => reject(tooLong()));
    };
    const onEnd = (): void => settle(() => resolve({ line: text, rest: "" }));
    const onError = (error: Error): void => settle(() => reject(error));
    const onAbort = (): void => settle(() => reject(reasonOf(signal)));
    const timer = startTimer(timeoutMs, () => settle(() => reject(timedOut(timeoutMs ?? 0))));
    input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    if (input.readableEnded || input.destroyed) onEnd();
    else input.resume();
  });
}

/** Longest delay that a timer takes without firing at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function startTimer(timeoutMs: number | undefined, onTimeout: () => void): NodeJS.Timeout | undefined {
  return timeoutMs === undefined ? undefined : setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS));
}

function splitLine(text: string): ReadLine | undefined {
  const end = text.indexOf("\n");
  return end < 0 ? undefined : { line: text.slice(0, end), rest: text.slice(end + 1) };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new LobsterError("cancelled", "Input read aborted");
}

function timedOut(timeoutMs: number): LobsterError {
  return new LobsterError("timed_out", `Timed out waiting for input (${timeoutMs}ms)`);
}

function tooLong(): LobsterError {
  return new LobsterError("output_limit", `A line of input exceeded ${MAX_LINE_LENGTH} characters`);
}
