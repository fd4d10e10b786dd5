import { PassThrough } from "node:stream";
import { createTerminalAdapter } from "../../adapters/terminal/index.ts";
import { createBot, type Bot } from "../../src/bot/bot.ts";
import type { BotConfig } from "../../src/bot/core.ts";
import { chooseWording } from "../../src/bot/wording/wording.ts";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
  type Environment,
  type Runtime,
} from "../../src/runtime/index.ts";
import { configFor, type Workspace } from "../scenarios/workspace.ts";
import { recordAdapter, type RecordedAdapter, type ShownMessage } from "./recorded-adapter.ts";

/** A driver over the terminal adapter, in this process. */
export interface TerminalDriver {
  /** A person writes something. Resolves, with what they were answered, when everything is shown. */
  say(person: string, text: string): Promise<string>;
  /** A person presses a button of a message, by default of the newest that has one with this label. */
  press(person: string, label: string, message?: ShownMessage): Promise<string>;
  /** A person replies to the newest message that asks for it. */
  reply(person: string, text: string): Promise<string>;
  /** A press with a payload that a foreign client made up. */
  pressPayload(person: string, payload: string): Promise<string>;
  /** Everything that is shown, oldest first. */
  messages(): readonly ShownMessage[];
  /** The message as it is shown now. */
  look(message: ShownMessage): ShownMessage;
  /** The newest message that is the card of a gate, open or not. */
  lastCard(): ShownMessage;
  /** Ends the bot as a crash would and starts it again on the same state. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  readonly runtime: Runtime;
  readonly bot: Bot;
  readonly recorded: RecordedAdapter;
  /** Everything printed since the start of the session. */
  transcript(): string;
  /** Types a line and waits for nothing. */
  type(line: string): void;
  /** Waits until nothing executes and everything is shown. */
  settle(): Promise<void>;
}

/** How a session differs from the usual one. */
export interface DriverOptions {
  readonly config?: Partial<BotConfig>;
  readonly environment?: Environment;
}

/** Starts a bot with the terminal chat on a workspace. */
export async function startTerminal(workspace: Workspace, options: DriverOptions = {}): Promise<TerminalDriver> {
  let session = await openSession(workspace, options);
  let earlier: readonly ShownMessage[] = [];
  const messages = (): readonly ShownMessage[] => [...earlier, ...session.recorded.messages()];
  const last = (isIt: (message: ShownMessage) => boolean, what: string): ShownMessage => {
    const found = messages().findLast(isIt);
    if (found === undefined) throw new Error(`There is no ${what}; shown: ${JSON.stringify(messages(), null, 1)}`);
    return found;
  };
  const driver: TerminalDriver = {
    get runtime() {
      return session.runtime;
    },
    get bot() {
      return session.bot;
    },
    get recorded() {
      return session.recorded;
    },
    transcript: () => session.transcript(),
    type: (line) => session.type(line),
    settle: () => session.bot.idle(),
    say: (person, text) => session.act(person, text),
    reply: (person, text) => session.act(person, text),
    press: async (person, label, message) => {
      const shown = message ?? last(({ buttons }) => buttons.includes(label), `button ${label}`);
      return await session.act(person, `#${session.numberOf(shown, label)}`);
    },
    pressPayload: async (person, payload) => {
      const answers: string[] = [];
      await session.recorded.deliver({
        kind: "press",
        eventId: systemIds.hex(4),
        sender: { account: person },
        conversation: { platform: "terminal", id: "main" },
        payload,
        respond: (body) => {
          answers.push(JSON.stringify(body));
          return Promise.resolve(true);
        },
        acknowledge: () => Promise.resolve(),
      });
      return answers.join("\n");
    },
    messages,
    look: ({ id }) => last((message) => message.id === id, `message ${id}`),
    lastCard: () => last(({ text }) => /^Digest [0-9a-f]{12}$/m.test(text), "card"),
    restart: async () => {
      earlier = messages();
      await session.stop();
      session = await openSession(workspace, options);
    },
    stop: () => session.stop(),
  };
  return driver;
}

interface Session {
  readonly runtime: Runtime;
  readonly bot: Bot;
  readonly recorded: RecordedAdapter;
  transcript(): string;
  type(line: string): void;
  act(person: string, line: string): Promise<string>;
  numberOf(message: ShownMessage, label: string): number;
  stop(): Promise<void>;
}

async function openSession(workspace: Workspace, { config, environment }: DriverOptions): Promise<Session> {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  const store = createFileStore({ directory: workspace.stateDirectory, clock: systemClock, ids: systemIds });
  const runtime = createRuntime({
    store,
    clock: systemClock,
    ids: systemIds,
    environment: environment ?? { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });
  const botConfig = configFor(workspace, config);
  let bot: Bot | undefined;
  const recorded = recordAdapter(
    createTerminalAdapter({
      input,
      output,
      isInteractive: false,
      hasColours: false,
      speakers: botConfig.people.map(({ id, name }) => ({ id, name })),
      wordsFor: (speaker) => chooseWording(botConfig.people.find(({ id }) => id === speaker)?.locale).terminal,
      session: systemIds.hex(4),
      filesDirectory: `${workspace.stateDirectory}/files`,
      idle: () => bot?.idle() ?? Promise.resolve(),
      sleep: (ms, signal) => systemClock.sleep(ms, signal),
      onInterrupt: () => undefined,
    }),
  );
  const log = { info: () => undefined, warn: () => undefined, error: failOnError };
  bot = createBot({
    runtime,
    config: botConfig,
    adapters: [recorded.adapter],
    store,
    clock: systemClock,
    ids: systemIds,
    log,
  });
  await bot.start();
  await bot.idle();
  const running = bot;
  const type = (line: string): void => void input.write(`${line}\n`);
  return {
    runtime,
    bot,
    recorded,
    transcript: () => text,
    type,
    act: async (person, line) => {
      const before = recorded.handled();
      const from = text.length;
      type(`/as ${person}`);
      type(line);
      await until(() => recorded.handled() > before);
      await running.idle();
      return readAnswers(text.slice(from));
    },
    numberOf: (message, label) => {
      const number = recorded.numberOf(message, label);
      if (number === undefined) throw new Error(`No button ${label} was ever on ${JSON.stringify(message)}`);
      return number;
    },
    stop: async () => {
      input.end();
      await running.stop({ graceMs: 0 });
    },
  };
}

/** Lines that were said to the person alone. */
function readAnswers(printed: string): string {
  return printed
    .split("\n")
    .filter((line) => line.startsWith("→ "))
    .map((line) => line.slice(2))
    .join("\n");
}

/** Looks again at every turn of the event loop, for ten seconds at most. */
async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error("Nothing happened within 10 s");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function failOnError(event: string, facts?: object): void {
  throw new Error(`Logged as an error: ${event} ${JSON.stringify(facts)}`);
}
