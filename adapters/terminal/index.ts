import type { AdapterHost, ChatAdapter, OutboundFile, OutboundMessage } from "../../src/bot/adapter.ts";
import { createDeferred } from "../../src/bot/platform/deferred.ts";
import type { Wording } from "../../src/bot/wording/wording.ts";
import { createTerminalClient } from "./client.ts";
import { decodeLine } from "./decode.ts";
import { COLOURED, encodeBody, PLAIN } from "./encode.ts";
import { terminalLimits } from "./limits.ts";
import { createReceiver, type ReceiveLine } from "./receive.ts";
import { saveFile } from "./save-file.ts";
import { createScreen, type ScreenParts } from "./screen.ts";
import { waitUntil, type Waiting } from "./wait-until.ts";

/** Somebody who can be spoken as. */
export interface Speaker {
  readonly id: string;
  readonly name: string;
}

/** What a terminal chat is made of. `isInteractive`: somebody types; otherwise lines come from a pipe or a file. */
export interface TerminalOptions extends ScreenParts, Waiting {
  readonly hasColours: boolean;
  /** The first one speaks first. */
  readonly speakers: readonly Speaker[];
  /** The words for somebody who speaks here. */
  readonly wordsFor: (speaker: string) => Wording["terminal"];
  /** Tells this session's messages from those of earlier ones. */
  readonly session: string;
  /** Where files that go along with messages are put. */
  readonly filesDirectory: string;
}

/** Stand before a message that changed, and before an answer. */
const EDITED = "↻";
const ANSWER = "→";

/** How long a handler that runs may take to finish when the chat stops, ms. */
const STOP_WAIT_MS = 10_000;

/** A line of a pipe waits this long at most for what came before it, ms: it may be there to end that. */
const LINE_WAIT_MS = 1_000;

/** A chat in the terminal: no account, no network. Cards are text, buttons are numbers. */
export function createTerminalAdapter(options: TerminalOptions): ChatAdapter {
  const { wordsFor, session, speakers } = options;
  const first = speakers[0]?.id ?? "nobody";
  const style = options.hasColours ? COLOURED : PLAIN;
  const screen = createScreen(options);
  const client = createTerminalClient({
    session,
    style,
    editedSign: EDITED,
    answerNote: (from) => wordsFor(from?.[0] ?? first).answerHere(),
    print: (lines) => screen.print(lines),
  });
  const end = createDeferred();
  let handling: Promise<unknown> = Promise.resolve();
  let isReceiving = true;
  let speaker = first;

  const createReceive = (host: AdapterHost): ReceiveLine =>
    createReceiver(
      {
        client,
        session,
        speaker: first,
        untilReady: async (isThere) => {
          if (!options.isInteractive) await waitUntil(options, isThere, Infinity);
        },
        respond: async (body, files = []) => {
          const saved = await saveFiles(options, speaker, files);
          const lines = [...encodeBody(body, style), ...saved.lines];
          screen.print(lines.map((line) => `${ANSWER} ${line}`));
          return saved.lost === 0;
        },
        onSpeaker: (person) => {
          speaker = person;
          screen.setPrompt(person);
          screen.print([wordsFor(person).youAre(speakers.find(({ id }) => id === person)?.name ?? person, person)]);
        },
        onNoButton: (number) => screen.print([wordsFor(speaker).noSuchButton(number)]),
        onAskSpeaker: () => screen.print([wordsFor(speaker).asUsage(speakers.map(({ id }) => id))]),
      },
      host,
    );

  const readLines = async (host: AdapterHost): Promise<void> => {
    const receive = createReceive(host);
    for await (const line of screen.lines) {
      if (!options.isInteractive && isAboutRuns(line)) await waitUntil(options, () => false, LINE_WAIT_MS);
      if (!isReceiving) return;
      const isDone = receive(line).then((goOn) => !goOn);
      handling = isDone;
      if (await isDone) return;
      screen.prompt();
    }
  };

  return {
    platform: "terminal",
    limits: terminalLimits,
    ended: end.promise,
    start: (host) => {
      screen.setPrompt(first);
      readLines(host).then(end.resolve, end.reject);
      return Promise.resolve();
    },
    stopReceiving: async () => {
      isReceiving = false;
      screen.close();
      const isDone = new AbortController();
      const late = options.sleep(STOP_WAIT_MS, isDone.signal).catch(() => undefined);
      await Promise.race([handling.catch(() => undefined), late]);
      // A timer that is left would keep the process.
      isDone.abort();
    },
    stop: () => screen.flush(),
    send: async (_conversation, message) => {
      const files = await saveFiles(options, speaker, message.files ?? []);
      return { kind: "sent", message: client.add(withLines(message, files.lines)) };
    },
    update: (message, content) => {
      const isShown = client.change(message, content);
      return Promise.resolve(isShown ? { kind: "done" } : { kind: "gone", detail: "shown in an earlier session" });
    },
    notify: () => Promise.resolve({ kind: "gone", detail: "a terminal has no direct messages" }),
  };
}

/** Who speaks from now on has nothing to do with what came before. */
function isAboutRuns(line: string): boolean {
  return decodeLine(line).kind !== "as";
}

/** Lines that tell where each file is, and how many could not be saved. */
interface SavedFiles {
  readonly lines: readonly string[];
  readonly lost: number;
}

/** Saves the files of a message and tells where each one is. */
async function saveFiles(
  { filesDirectory, wordsFor }: TerminalOptions,
  speaker: string,
  files: readonly OutboundFile[],
): Promise<SavedFiles> {
  const lines: string[] = [];
  let lost = 0;
  for (const file of files) {
    const saved = await saveFile(filesDirectory, file);
    if (saved === undefined) lost += 1;
    lines.push(saved === undefined ? wordsFor(speaker).fileNotSaved(file.name) : `${file.name}: ${saved}`);
  }
  return { lines, lost };
}

function withLines(message: OutboundMessage, lines: readonly string[]): OutboundMessage {
  if (lines.length === 0) return message;
  return { ...message, body: [...message.body, { kind: "quote", text: lines.join("\n") }] };
}
