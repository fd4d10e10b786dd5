import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { createTelegramAdapter } from "../../../adapters/telegram/index.ts";
import type { AdapterHost, ChatAdapter, Conversation, InboundEvent } from "../../../src/bot/adapter.ts";
import type { LogFacts } from "../../../src/bot/log.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";
import type { TelegramConfig } from "../../../src/config/config.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import {
  createTelegramPeer,
  type Chat,
  type TelegramPeer,
  type TelegramPeerOptions,
} from "../../peers/telegram/index.ts";

/** What a test does with an event. */
export type Handle = (event: InboundEvent) => Promise<void>;

/** The adapter over the test server, with a core that does what a test says. */
export interface Bench {
  readonly peer: TelegramPeer;
  readonly adapter: ChatAdapter;
  readonly events: InboundEvent[];
  readonly moves: { readonly from: Conversation; readonly to: Conversation }[];
  /** What the host keeps over restarts. */
  readonly memory: Map<string, string>;
  readonly logged: { readonly event: string; readonly facts: LogFacts | undefined }[];
  /** What happens with the next events. */
  handle: Handle;
  /** Waits until the core was given so many events. */
  readonly untilEvents: (count: number) => Promise<void>;
  /** Waits until the log has this event. */
  readonly untilLogged: (event: string) => Promise<void>;
  /** A host of this test, for a further adapter. */
  readonly host: AdapterHost;
  /** Starts the adapter and waits for its first poll. */
  readonly start: () => Promise<void>;
  /** A further adapter on the same server and the same memory, as after a restart. */
  readonly restart: () => Promise<ChatAdapter>;
}

/** How a bench differs from the usual one. */
export interface BenchOptions {
  readonly peer?: TelegramPeerOptions;
  readonly config?: Partial<TelegramConfig>;
  readonly host?: Partial<AdapterHost>;
  /** The adapter's time; the system's by default. */
  readonly clock?: Clock;
}

/** Starts the server; everything ends with the test. */
export async function createBench(options: BenchOptions = {}): Promise<Bench> {
  const peer = await createTelegramPeer(options.peer);
  onTestFinished(() => peer.stop());
  const events: InboundEvent[] = [];
  const moves: Bench["moves"] = [];
  const memory = new Map<string, string>();
  const logged: Bench["logged"] = [];
  const watchers = new Set<() => void>();
  const announce = (): void => {
    for (const look of watchers) look();
  };
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isThere()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  const note = (event: string, facts?: LogFacts): void => {
    logged.push({ event, facts });
    announce();
  };
  const open = (): ChatAdapter => {
    const adapter = createTelegramAdapter({
      config: { token: peer.token, apiRoot: peer.url, webhook: "off", ...options.config },
      clock: options.clock ?? systemClock,
      ids: systemIds,
      log: { info: note, warn: note, error: note },
    });
    onTestFinished(async () => {
      await adapter.stopReceiving();
      await adapter.stop();
    });
    return adapter;
  };
  const host: AdapterHost = {
    handle: async (event) => {
      events.push(event);
      announce();
      await bench.handle(event);
    },
    suggest: () => Promise.resolve([]),
    wordsFor: ({ locale }) => chooseWording(locale),
    commands: [{ name: "help", description: "What the bot can do", parameters: [] }],
    moved: (from, to) => {
      moves.push({ from, to });
      return Promise.resolve();
    },
    memory: {
      get: (name) => Promise.resolve(memory.get(name)),
      set: (name, text) => {
        memory.set(name, text);
        return Promise.resolve();
      },
    },
    ...options.host,
  };
  const bench: Bench = {
    peer,
    adapter: open(),
    events,
    moves,
    memory,
    logged,
    handle: () => Promise.resolve(),
    untilEvents: (count) => until(() => events.length >= count),
    untilLogged: (wanted) => until(() => logged.some(({ event }) => event === wanted)),
    host,
    start: async () => {
      await bench.adapter.start(host);
      if (options.config?.webhook === undefined) await peer.waitForPoll();
    },
    restart: async () => {
      const adapter = open();
      await adapter.start(host);
      return adapter;
    },
  };
  return bench;
}

/** A chat as the core names it. */
export function conversationOf(chat: Pick<Chat, "id">, topic?: number): Conversation {
  const base = { platform: "telegram", id: String(chat.id) } as const;
  return topic === undefined ? base : { ...base, topic: String(topic) };
}

/** A promise that a test settles. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Creates a gate. */
export function createGate(): Gate {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  return { opened, open: () => gate.open?.() };
}
