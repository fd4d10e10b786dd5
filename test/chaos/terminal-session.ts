import path from "node:path";
import { PassThrough } from "node:stream";
import { createTerminalAdapter } from "../../adapters/terminal/index.ts";
import { auditDirectoryOf, createAuditFiles } from "../../src/bot/audit/log/files.ts";
import { createBot, type Bot } from "../../src/bot/bot.ts";
import type { RichText } from "../../src/bot/text/rich-text.ts";
import { chooseWording } from "../../src/bot/wording/wording.ts";
import { composeHost } from "../../src/main/compose-host.ts";
import { createFileStore, createRuntime, systemClock, systemIds, type Runtime } from "../../src/runtime/index.ts";
import { killAtSpawns, killingAdapter, killingFiles, killingStore, type KillSwitch } from "./kill-switch.ts";
import { watchScreen, type Screen } from "./screen.ts";

/** A bot with the terminal chat, and somebody at it, in this process. */
export interface TerminalSession {
  readonly bot: Bot;
  readonly runtime: Runtime;
  readonly screen: Screen;
  /** What the bot logged as errors since it was asked last. */
  takeErrors(): readonly string[];
  /** Types a command, and waits until nothing happens any more. */
  type(person: string, command: string, rest: string): Promise<void>;
  /** Presses a button twice: people do. Returns what was answered. */
  press(person: string, messageId: string, label: string): Promise<readonly string[]>;
}

const CONVERSATION = { platform: "terminal", id: "main" } as const;

const PEOPLE = ["dev-lead", "release-manager"].map((id) => ({
  id,
  name: id,
  groups: [],
  accounts: [{ platform: "terminal" as const, id }],
}));

/** Puts a bot of a folder together. Nothing happens before it is started. */
export function openSession(folder: string, killer: KillSwitch): TerminalSession {
  const stateDirectory = path.join(folder, "state");
  killAtSpawns(killer);
  const files = createFileStore({ directory: stateDirectory, clock: systemClock, ids: systemIds });
  const store = killingStore(files, killer);
  const config = {
    people: PEOPLE,
    chats: [],
    workflows: new Map(),
    defaults: { timeoutMs: 60_000, maxOutputBytes: 512_000, expiresInMs: null, maxParallel: 4, notifyStarter: true },
    redactions: [],
    workflowsDirectory: folder,
    environment: { PATH: process.env["PATH"] },
  };
  const runtime = createRuntime(composeHost(config, { store }));
  const terminal = createTerminalAdapter({
    input: new PassThrough(),
    output: new PassThrough().resume(),
    isInteractive: true,
    hasColours: false,
    speakers: PEOPLE.map(({ id, name }) => ({ id, name })),
    wordsFor: () => chooseWording().terminal,
    session: systemIds.hex(4),
    filesDirectory: path.join(folder, "files"),
    idle: () => Promise.resolve(),
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    onInterrupt: () => undefined,
  });
  const screen = watchScreen(killingAdapter(terminal, killer));
  const errors: string[] = [];
  const bot = createBot({
    runtime,
    store,
    auditFiles: killingFiles(createAuditFiles(auditDirectoryOf(stateDirectory)), killer),
    config,
    adapters: [screen.adapter],
    clock: systemClock,
    ids: systemIds,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (event, facts) => void errors.push(`${event} ${JSON.stringify(facts)}`),
    },
  });
  return {
    bot,
    runtime,
    screen,
    takeErrors: () => errors.splice(0),
    type: async (person, command, rest) => {
      await screen.deliver({ ...comeFrom(person), kind: "command", name: command, rest });
      await bot.idle();
    },
    press: async (person, id, label) => {
      const payload = screen.payloadOf(id, label);
      if (payload === undefined) throw new Error(`no button ${label}`);
      const answers: string[] = [];
      const tap = () =>
        screen.deliver({
          ...comeFrom(person, answers),
          kind: "press",
          payload,
          message: { conversation: CONVERSATION, id },
        });
      await Promise.all([tap(), tap()]);
      await bot.idle();
      return answers;
    },
  };
}

/** What everything that somebody does has in common. */
function comeFrom(account: string, answers: string[] = []) {
  return {
    sender: { account },
    conversation: CONVERSATION,
    eventId: systemIds.hex(8),
    respond: (body: RichText) => {
      answers.push(JSON.stringify(body));
      return Promise.resolve(true);
    },
    acknowledge: () => Promise.resolve(),
  };
}
