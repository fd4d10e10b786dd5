import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { pino, type DestinationStream } from "pino";
import type { Config } from "../config/config.ts";
import type { Log, LogFacts } from "../bot/log.ts";
import { createRedaction, type Redact } from "../bot/text/redaction.ts";
import { showInvisible } from "../bot/text/visible-text.ts";

/** Where log lines go: the error stream, or a file where the chat itself is on the screen. */
export interface LogTarget {
  /** Absolute path of the file; absent for the error stream. */
  readonly file?: string;
  readonly stderr: NodeJS.WritableStream;
}

/** The log file of a terminal chat. */
export function logFileOf(config: Pick<Config, "stateDirectory">): string {
  return path.join(config.stateDirectory, "logs", "lobster-chat.log");
}

/** A log of ids and names. What the core hands over holds no secrets and no message text; values are redacted all the same. */
export function createLog(config: Pick<Config, "logging" | "redactions">, target: LogTarget): Log {
  const redact = createRedaction(config.redactions);
  const stream = openStream(config.logging.pretty, target);
  const logger = pino({ level: config.logging.level, base: null }, stream);
  return {
    info: (event, facts) => logger.info(clean(facts, redact), event),
    warn: (event, facts) => logger.warn(clean(facts, redact), event),
    error: (event, facts) => logger.error(clean(facts, redact), event),
  };
}

function clean(facts: LogFacts | undefined, redact: Redact): LogFacts {
  const entries = Object.entries(facts ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, cleanValue(value, redact, MAX_DEPTH)]));
}

/** Facts are ids and names; what is nested deeper than this is none. */
const MAX_DEPTH = 4;

/** The value as JSON can write it, without secrets at any depth, names of members included. */
function cleanValue(value: unknown, redact: Redact, depth: number): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.map((member) => cleanValue(member, redact, depth - 1));
  const members = Object.entries(value).map(([name, member]) => [redact(name), cleanValue(member, redact, depth - 1)]);
  return Object.fromEntries(members) as unknown;
}

function openStream(isPretty: boolean, target: LogTarget): DestinationStream {
  const output = target.file === undefined ? target.stderr : openFile(target.file);
  return { write: (text) => void output.write(isPretty ? prettify(text) : text) };
}

/** A log file that is larger makes room at the next start; one older file is kept. */
const MAX_FILE_BYTES = 5_000_000;

function openFile(file: string): NodeJS.WritableStream {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  // A log that cannot be written must not end the bot.
  stream.on("error", () => undefined);
  return stream;
}

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/** `12:00:01 info  run_started runId=A2B3C4D5 …`: one line a person can read. */
function prettify(text: string): string {
  const { level, time, msg, ...facts } = JSON.parse(text) as Record<string, unknown>;
  const at = new Date(Number(time)).toISOString().slice(11, 19);
  const rest = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const words = [at, (LEVELS[Number(level)] ?? "").padEnd(5), String(msg), ...rest].join(" ");
  return `${showInvisible(words, false)}\n`;
}
