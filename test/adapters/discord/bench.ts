import { onTestFinished } from "vitest";
import { createDiscordAdapter } from "../../../adapters/discord/index.ts";
import type {
  AdapterHost,
  ChatAdapter,
  Conversation,
  InboundEvent,
  MessageRef,
  OutboundMessage,
} from "../../../src/bot/adapter.ts";
import { describeCommands } from "../../../src/bot/commands/all-commands.ts";
import type { LogFacts } from "../../../src/bot/log.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";
import type { DiscordConfig } from "../../../src/config/config.ts";
import { systemClock } from "../../../src/runtime/system.ts";
import {
  createDiscordPeer,
  type Channel,
  type DiscordPeer,
  type DiscordPeerOptions,
  type Guild,
  type User,
} from "../../peers/discord/index.ts";

/** What a test does with an event. */
export type Handle = (event: InboundEvent) => Promise<void>;

/** The adapter over the test server, with a core that does what a test says. */
export interface Bench {
  readonly peer: DiscordPeer;
  readonly guild: Guild;
  readonly channel: Channel;
  readonly anna: User;
  readonly adapter: ChatAdapter;
  readonly events: InboundEvent[];
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
  /** Starts the adapter and waits until its commands are registered. */
  readonly start: () => Promise<void>;
  /** Sends and expects that it arrived. */
  readonly send: (message: OutboundMessage, options?: Parameters<ChatAdapter["send"]>[2]) => Promise<MessageRef>;
  /** A further adapter on the same server and the same memory, as after a restart. */
  readonly restart: (config?: Partial<DiscordConfig>) => Promise<ChatAdapter>;
}

/** How a bench differs from the usual one. */
export interface BenchOptions {
  readonly peer?: DiscordPeerOptions;
  readonly config?: Partial<DiscordConfig>;
  readonly host?: Partial<AdapterHost>;
  /** The adapter's time; the system's by default. */
  readonly clock?: Clock;
}

/** Starts the server, with a guild, a channel and a member; everything ends with the test. */
export async function createBench(options: BenchOptions = {}): Promise<Bench> {
  const peer = await createDiscordPeer(options.peer);
  onTestFinished(() => peer.stop());
  const anna = peer.addUser({ username: "anna", locale: "de" });
  const guild = peer.addGuild({ members: [anna] });
  const channel = peer.addChannel(guild, { name: "releases" });
  const events: InboundEvent[] = [];
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
  const open = (config: Partial<DiscordConfig> = {}): ChatAdapter => {
    const adapter = createDiscordAdapter({
      config: { token: peer.token, apiBase: peer.apiBase, threadPerRun: false, ...options.config, ...config },
      clock: options.clock ?? systemClock,
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
    commands: describeCommands(chooseWording()),
    wordsFor: ({ locale }) => chooseWording(locale),
    moved: () => Promise.resolve(),
    memory: {
      get: (name) => Promise.resolve(memory.get(name)),
      set: (name, text) => {
        memory.set(name, text);
        announce();
        return Promise.resolve();
      },
    },
    ...options.host,
  };
  const bench: Bench = {
    peer,
    guild,
    channel,
    anna,
    adapter: open(),
    events,
    memory,
    logged,
    handle: () => Promise.resolve(),
    untilEvents: (count) => until(() => events.length >= count),
    untilLogged: (wanted) => until(() => logged.some(({ event }) => event === wanted)),
    host,
    start: async () => {
      await bench.adapter.start(host);
      await until(() => memory.has("commands"));
    },
    send: async (message, sendOptions) => {
      const sent = await bench.adapter.send(conversationOf(channel), message, sendOptions);
      if (sent.kind !== "sent") throw new Error(sent.kind);
      return sent.message;
    },
    restart: async (config) => {
      const adapter = open(config);
      await adapter.start(host);
      return adapter;
    },
  };
  return bench;
}

/** A channel as the core names it. */
export function conversationOf({ id }: Pick<Channel, "id">): Conversation {
  return { platform: "discord", id };
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
