import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  createTelegramPeer,
  stopClean,
  type Chat,
  type GroupPlan,
  type Press,
  type SeenMessage,
  type TelegramPeer,
  type TelegramPeerOptions,
  type User,
} from "../../peers/telegram/index.ts";
import { spawnBot, type BotProcess } from "./bot-process.ts";
import { waitForFolder } from "./folder-watch.ts";

/** How long anything a real process does may take here, ms; tests go on as soon as it is there. */
export const LIMIT_MS = 20_000;

/** How a bench differs from the usual one. */
export interface BenchOptions {
  readonly peer?: TelegramPeerOptions;
  /** Further lines of the configuration file. */
  readonly config?: string;
  /** How far the bot's clock goes at each jump, ms. */
  readonly jumpMs?: number;
  /** The exit code of the process, where it is not 0. */
  readonly endsWith?: number;
  /** Messages of the bot's log at level error that the test is about. */
  readonly expectedErrors?: readonly string[];
}

/** The real bot process, the Bot API server it talks to, and the people on it. */
export interface TelegramBench {
  readonly peer: TelegramPeer;
  /** Starts runs; `dev-lead`. */
  readonly lead: User;
  /** Approves; `release-manager`. */
  readonly manager: User;
  /** Registered, without rights of their own; `teammate`. */
  readonly teammate: User;
  /** In the groups, but not in the configuration. */
  readonly stranger: User;
  readonly bot: () => BotProcess;
  /** A new group with the bot and the four people in it, which the configuration knows. */
  group(plan?: Omit<GroupPlan, "id">): Chat;
  /** Starts the process on the same state, or on a state of its own, and waits until it asks for updates. */
  start(options?: { readonly laterMs?: number; readonly ownState?: true }): Promise<void>;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  /** Ends the process as a crash would, and starts it again; its clock then says that `laterMs` have passed. */
  restart(options?: { readonly laterMs?: number }): Promise<void>;
  /** Starts a run as the dev lead and waits for the card of its gate. */
  openGate(chat: Chat, command: string): Promise<SeenMessage>;
  /** Waits until the message, as it is seen now, has this text. */
  waitForText(message: SeenMessage, text: string | RegExp): Promise<SeenMessage>;
  /** Waits for the newest message that satisfies the predicate. */
  waitForNew(chat: Chat, isIt: (message: SeenMessage) => boolean): Promise<SeenMessage>;
  /** Presses a button and waits for the verdict, in the short answer or in the message that follows it. */
  press(user: User, message: SeenMessage, button: string | RegExp): Promise<string>;
  /** The verdict of a press that was made. */
  verdict(press: Press, message: SeenMessage): Promise<string>;
  /** The lines of a file in the workflows folder; none when it is not there. */
  lines(name: string): Promise<readonly string[]>;
  /** Waits until a file in the workflows folder has this many lines. */
  waitForLines(name: string, count: number): Promise<readonly string[]>;
  /** Writes a file into the workflows folder. */
  write(name: string, text: string): Promise<void>;
  /** The folder of the bot's state. */
  readonly stateDirectory: string;
  /** Errors in the bot's log, by event. */
  loggedErrors(): readonly string[];
  /** Throws when the bot broke a rule of the platform so far. */
  assertClean(): void;
  /** Ends everything. Throws when the bot broke a rule of the platform, logged an error or did not end well. */
  stop(): Promise<void>;
}

/** Ids of the groups that the configuration lists. */
const SUPERGROUPS = Array.from({ length: 30 }, (_, index) => -1_009_000_000_001 - index);
const GROUPS = Array.from({ length: 5 }, (_, index) => -55_000_001 - index);

/** Starts a server and a bot process on these workflow files, by name without their ending. */
export async function startTelegram(
  workflows: Readonly<Record<string, string>>,
  options: BenchOptions = {},
): Promise<TelegramBench> {
  const peer = await createTelegramPeer(options.peer);
  const lead = peer.addUser({ id: 333, firstName: "Lea" });
  const manager = peer.addUser({ id: 111, firstName: "Rem" });
  const teammate = peer.addUser({ id: 222, firstName: "Tim" });
  const stranger = peer.addUser({ id: 999, firstName: "Mallory" });
  const folder = await mkdtemp(path.join(tmpdir(), "lobster-telegram-"));
  const inWorkflows = (name: string): string => path.join(folder, "workflows", name);
  await mkdir(path.join(folder, "workflows"));
  await writeFile(path.join(folder, "bot.yaml"), `${CONFIG}${options.config ?? ""}`);
  for (const [name, text] of Object.entries(workflows)) await writeFile(inWorkflows(`${name}.lobster`), text);
  const variables = {
    TELEGRAM_BOT_TOKEN: peer.token,
    TELEGRAM_API_ROOT: peer.url,
    LOBSTER_CONFIG: path.join(folder, "bot.yaml"),
    LOBSTER_STATE_DIR: path.join(folder, "state"),
    LOBSTER_WORKFLOWS_DIR: path.join(folder, "workflows"),
  };
  const processes: BotProcess[] = [];
  const last = (): BotProcess => {
    const found = processes.at(-1);
    if (found === undefined) throw new Error("The bot was never started");
    return found;
  };
  let aheadMs = 0;
  const free = { group: [...GROUPS], supergroup: [...SUPERGROUPS] };

  const bench: TelegramBench = {
    peer,
    lead,
    manager,
    teammate,
    stranger,
    bot: last,
    group: (plan = {}) => {
      const id = free[plan.kind ?? "supergroup"].shift();
      if (id === undefined) throw new Error("The configuration lists no further group");
      return peer.addGroup({ members: [lead, manager, teammate, stranger], ...plan, id });
    },
    start: async ({ laterMs = 0, ownState } = {}) => {
      aheadMs += laterMs;
      const state = ownState === true ? { LOBSTER_STATE_DIR: path.join(folder, "other-state") } : {};
      const bot = spawnBot({ folder, variables: { ...variables, ...state }, aheadMs, jumpMs: options.jumpMs ?? 0 });
      processes.push(bot);
      const early = bot.ended.then(() => {
        throw new Error(`The bot ended:\n${bot.output()}`);
      });
      early.catch(() => undefined);
      await Promise.race([peer.waitForPoll({ timeoutMs: LIMIT_MS }), early]);
    },
    kill: async () => {
      await last().kill();
      peer.cutPolls();
    },
    restart: async (later) => {
      await bench.kill();
      await bench.start(later);
    },
    openGate: async (chat, command) => {
      peer.write(lead, chat, command);
      return await bench.waitForNew(chat, ({ buttons }) => buttons.flat().some(({ label }) => label === "Approve"));
    },
    waitForText: async (message, text) =>
      await peer.waitFor(
        message.chat,
        ({ id, text: now }) => id === message.id && (typeof text === "string" ? now.includes(text) : text.test(now)),
        { timeoutMs: LIMIT_MS, what: `message ${message.id} to say ${String(text)}` },
      ),
    waitForNew: async (chat, isIt) => {
      // The first look of `waitFor` is for its words when nothing comes.
      await peer.waitFor(chat, isIt, { timeoutMs: LIMIT_MS, what: `a message like ${isIt.toString()}` });
      return await peer.waitUntil(() => peer.messages(chat).findLast(isIt));
    },
    press: async (user, message, button) => await bench.verdict(peer.press(user, message, button), message),
    verdict: async (press, message) => {
      const { text } = await press.answer({ timeoutMs: LIMIT_MS });
      if (text !== "Received. The answer follows." && text !== "The answer is in the message below.") return text;
      const reply = await bench.waitForNew(message.chat, ({ replyTo }) => replyTo === message.id);
      return reply.text;
    },
    lines: async (name) => {
      const text = await readFile(inWorkflows(name), "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    waitForLines: async (name, count) => {
      const read = async (): Promise<readonly string[] | undefined> => {
        const found = await bench.lines(name);
        return found.length >= count ? found : undefined;
      };
      return await waitForFolder(path.join(folder, "workflows"), read, `${count} lines in ${name}`);
    },
    stateDirectory: variables.LOBSTER_STATE_DIR,
    write: (name, text) => writeFile(inWorkflows(name), text),
    loggedErrors: () => processes.flatMap((bot) => readErrors(bot.output())),
    assertClean: () => {
      const complaints = peer.complaints();
      if (complaints.length > 0) throw new Error(`Telegram would not have taken this:\n${complaints.join("\n")}`);
    },
    stop: async () => {
      try {
        const how = await last().stop();
        const unexpected = bench.loggedErrors().filter((event) => !options.expectedErrors?.includes(event));
        if (unexpected.length > 0 || ![0, options.endsWith, null].includes(how.code)) {
          throw new Error(`The bot ended with ${how.code} and logged:\n${last().output()}`);
        }
      } finally {
        for (const bot of processes) await bot.kill();
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
        await stopClean(peer);
      }
    },
  };
  await bench.start();
  return bench;
}

/** pino's number for the level of errors. */
const ERROR_LEVEL = 50;

function readErrors(output: string): readonly string[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { readonly level?: number; readonly msg?: string })
    .filter(({ level = 0 }) => level >= ERROR_LEVEL)
    .map(({ msg = "" }) => msg);
}

const CONFIG = `people:
  - { id: release-manager, name: Release manager, telegram: 111, groups: [release] }
  - { id: dev-lead, name: Dev lead, telegram: 333, groups: [dev] }
  - { id: teammate, name: Teammate, telegram: 222, groups: [dev] }
chats:
${[333, 111, 222, ...SUPERGROUPS, ...GROUPS].map((id) => `  - telegram: ${id}`).join("\n")}
`;
