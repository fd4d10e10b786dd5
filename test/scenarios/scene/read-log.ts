import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BotProcess } from "./bot-process.ts";

/** A line of the bot's log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
}

/** pino's number for the level of errors. */
const ERROR_LEVEL = 50;

/** Everything that the processes of a bot logged: on their error stream, or in a file where a terminal has the screen. */
export async function readLog(processes: readonly BotProcess[], stateDirectory: string): Promise<readonly LogLine[]> {
  const file = await readFile(path.join(stateDirectory, "logs", "lobster-chat.log"), "utf8").catch(() => "");
  return [file, ...processes.map((bot) => bot.output())]
    .flatMap((text) => text.split("\n"))
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** The events at level error. */
export function readErrors(log: readonly LogLine[]): readonly string[] {
  return log.filter(({ level }) => level >= ERROR_LEVEL).map(({ msg }) => msg);
}
