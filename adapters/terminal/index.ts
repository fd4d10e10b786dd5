import { createInterface, cursorTo, clearLine, type Interface } from "node:readline";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AdapterHost, ChatAdapter, OutboundFile, OutboundMessage } from "../../src/bot/adapter.ts";
import type { Wording } from "../../src/bot/wording/wording.ts";
import { createTerminalClient, TERMINAL } from "./client.ts";
import { COLOURED, encodeBody, PLAIN } from "./encode.ts";
import { terminalLimits } from "./limits.ts";
import { createReceiver } from "./receive.ts";

export { TERMINAL } from "./client.ts";

/** Somebody who can be spoken as. */
export interface Speaker {
  readonly id: string;
  readonly name: string;
}

/** What a terminal chat is made of. */
export interface TerminalOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Somebody types: lines are taken as they come, with a prompt. Otherwise they come from a pipe or a file. */
  readonly isInteractive: boolean;
  readonly colours: boolean;
  /** The first one speaks first. */
  readonly speakers: readonly Speaker[];
  readonly words: Wording["terminal"];
  /** Tells this session's messages from those of earlier ones. */
  readonly session: string;
  /** Where files that go along with messages are put. */
  readonly filesDirectory: string;
  /** Resolves when nothing executes and everything is shown. */
  idle(): Promise<void>;
  /** Waits; ends early, by rejecting, when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How often a line of a pipe looks whether what it refers to is there, ms. */
const LOOK_MS = 20;

/** A command of a pipe waits this long at most for what came before it: it may be there to end that. */
const COMMAND_WAIT_MS = 1_000;

/** A chat in the terminal: no account, no network. Cards are text, buttons are numbers. */
export function createTerminalAdapter(options: TerminalOptions): ChatAdapter {
  const { words, session, output } = options;
  const style = options.colours ? COLOURED : PLAIN;
  const screen = createScreen(options);
  const client = createTerminalClient({
    session,
    style,
    editedSign: words.edited(),
    answerNote: words.answerHere(),
    print: (lines) => screen.print(lines),
  });
  const names = options.speakers.map(({ id }) => id);
  let handling: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const ended = Promise.withResolvers<void>();

  const showFiles = async (files: readonly OutboundFile[]): Promise<readonly string[]> =>
    await Promise.all(files.map((file) => saveFile(options, file)));

  const untilReady = async (isThere: () => boolean): Promise<void> => {
    if (!options.isInteractive) await waitUntil(options, isThere);
  };

  const read = async (host: AdapterHost): Promise<void> => {
    const receive = createReceiver(
      {
        client,
        session,
        speaker: names[0] ?? "nobody",
        untilReady,
        respond: async (body, files = []) => {
          const lines = [...encodeBody(body, style), ...(await showFiles(files))];
          screen.print(lines.map((line) => `${words.answer()} ${line}`));
        },
        onSpeaker: (person) => {
          const known = options.speakers.find(({ id }) => id === person);
          screen.setPrompt(person);
          screen.print([words.youAre(known?.name ?? person, person)]);
        },
        onNoButton: (number) => screen.print([words.noSuchButton(number)]),
        onAskSpeaker: () => screen.print([words.asUsage(names)]),
      },
      host,
    );
    for await (const line of screen.lines) {
      if (isStopped) break;
      if (!options.isInteractive) await waitUntil(options, () => false, COMMAND_WAIT_MS);
      handling = receive(line);
      if (!(await handling)) break;
      screen.prompt();
    }
  };

  return {
    platform: "terminal",
    limits: terminalLimits,
    ended: ended.promise,
    start: (host) => {
      screen.setPrompt(names[0] ?? "nobody");
      read(host).then(ended.resolve, ended.reject);
      return Promise.resolve();
    },
    stopReceiving: async () => {
      isStopped = true;
      screen.close();
      await handling.catch(() => undefined);
    },
    stop: () => {
      screen.close();
      return new Promise((resolve) => output.write("", () => resolve()));
    },
    send: async (_conversation, message) => {
      const ref = client.add(await withFiles(message, showFiles));
      return { kind: "sent", message: ref };
    },
    update: (message, content) => {
      const isShown = client.change(message, content);
      return Promise.resolve(isShown ? { kind: "done" } : { kind: "gone", detail: "shown in an earlier session" });
    },
    notify: () => Promise.resolve({ kind: "gone", detail: "a terminal has no direct messages" }),
  };

  async function withFiles(
    message: OutboundMessage,
    save: (files: readonly OutboundFile[]) => Promise<readonly string[]>,
  ): Promise<OutboundMessage> {
    if (message.files === undefined || message.files.length === 0) return message;
    const lines = await save(message.files);
    return { ...message, body: [...message.body, { kind: "quote", text: lines.join("\n") }] };
  }
}

/** The lines that come in and the lines that go out; while somebody types, what goes out stands above what they type. */
interface Screen {
  readonly lines: AsyncIterable<string>;
  print(lines: readonly string[]): void;
  setPrompt(name: string): void;
  prompt(): void;
  close(): void;
}

function createScreen({ input, output, isInteractive }: TerminalOptions): Screen {
  const reader: Interface = createInterface(isInteractive ? { input, output, terminal: true } : { input });
  if (isInteractive) reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  let isClosed = false;
  reader.on("close", () => {
    isClosed = true;
  });
  return {
    lines: reader,
    print: (lines) => {
      if (isInteractive) {
        clearLine(output, 0);
        cursorTo(output, 0);
      }
      output.write(`${lines.join("\n")}\n`);
      if (isInteractive && !isClosed) reader.prompt(true);
    },
    setPrompt: (name) => {
      reader.setPrompt(`${name}> `);
      if (isInteractive && !isClosed) reader.prompt();
    },
    prompt: () => {
      if (isInteractive && !isClosed) reader.prompt();
    },
    close: () => reader.close(),
  };
}

/** Until it is there, nothing executes any more, or the time is over. */
async function waitUntil(
  { idle, sleep }: Pick<TerminalOptions, "idle" | "sleep">,
  isThere: () => boolean,
  limitMs = Infinity,
): Promise<void> {
  let isOver = false;
  const over = idle().then(() => (isOver = true));
  for (let waitedMs = 0; !isThere() && !isOver && waitedMs < limitMs; waitedMs += LOOK_MS) {
    await Promise.race([over, sleep(LOOK_MS)]);
  }
}

/** Puts a file where only its owner reads it, and says where. */
async function saveFile({ filesDirectory, words }: TerminalOptions, { name, text }: OutboundFile): Promise<string> {
  // Names come from us, but hold ids: nothing in them may lead out of the directory.
  const file = path.join(filesDirectory, name.replace(/[^A-Za-z0-9._-]/g, "_"));
  try {
    await mkdir(filesDirectory, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
    await chmod(file, 0o600);
    return words.file(name, file);
  } catch {
    return words.fileNotSaved(name);
  }
}
