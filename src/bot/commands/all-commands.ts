import { findNearestName } from "../../config/nearest-name.ts";
import type { CommandDescription } from "../adapter.ts";
import type { Wording } from "../wording/wording.ts";
import { answerCommand } from "./answer.ts";
import { approveCommand } from "./approve.ts";
import { cancelCommand } from "./cancel.ts";
import type { Command, OpenCommand } from "./command.ts";
import { denyCommand } from "./deny.ts";
import { helpCommand } from "./help.ts";
import { historyCommand } from "./history.ts";
import { pendingCommand } from "./pending.ts";
import { runCommand } from "./run.ts";
import { statusCommand } from "./status.ts";
import { whoamiCommand } from "./whoami.ts";
import { workflowsCommand } from "./workflows.ts";

const COMMANDS: Readonly<Record<string, Command | OpenCommand>> = {
  run: runCommand,
  workflows: workflowsCommand,
  pending: pendingCommand,
  status: statusCommand,
  cancel: cancelCommand,
  approve: approveCommand,
  deny: denyCommand,
  answer: answerCommand,
  history: historyCommand,
  whoami: whoamiCommand,
  help: helpCommand,
};

/** What Telegram sends when somebody opens the bot for the first time. */
const ALIASES: Readonly<Record<string, string>> = { start: "help" };

/** The command of a name, or undefined. */
export function findCommand(name: string): Command | OpenCommand | undefined {
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  return Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined;
}

/** The command a mistyped name most likely means. */
export function findNearestCommand(name: string): string | undefined {
  return findNearestName(name, Object.keys(COMMANDS));
}

/** Every command as platforms register it. */
export function describeCommands(words: Wording): readonly CommandDescription[] {
  return Object.values(COMMANDS).map((command) => command.describe(words));
}
