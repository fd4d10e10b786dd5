import {
  Client,
  SimpleIdentifyThrottler,
  SimpleShardingStrategy,
  type RESTOptions,
  type SessionInfo,
  type WebSocketOptions,
} from "discord.js";
import { DiscordError } from "../wire/discord-error.ts";

/** What is told of a connection for events. */
export interface GatewayWatch {
  /** `sequence` numbers the events of a connection's session. */
  onEvent(event: { name: string; data: unknown; shard: number; sequence: number }): void;
  /** Events come, or come again. */
  onReady(): void;
  /** A connection ended, with the code that Discord or the network gave; another one follows, unless the code is final. */
  onClosed(code: number): void;
}

/** Where each connection's session stands, for going on there. */
export interface GatewaySessions {
  retrieve(shard: number): SessionInfo | null;
  /** Null: there is nothing to go on from. */
  update(shard: number, session: SessionInfo | null): void;
}

/** The connection for events: as many at once as Discord recommends, all in this process. */
export interface GatewayConnection {
  /** Resolves once every connection was greeted; rejects when one could not be opened, and then tries no more. */
  open(): Promise<void>;
  /** Ends the connections, not their sessions: a later process may go on there. */
  close(): Promise<void>;
}

type ShardingManager = Parameters<NonNullable<WebSocketOptions["buildStrategy"]>>[0];

/** What a connection takes. `token` goes into its greeting and nowhere else. */
export interface ConnectionParts {
  readonly token: string;
  readonly options: Partial<RESTOptions>;
  readonly watch: GatewayWatch;
  readonly sessions: GatewaySessions;
}

/** The code of a connection that ended without one, or never stood. */
const NO_CONNECTION = 1006;

/** Any code but 1000 and 1001 leaves a session behind, to be resumed. */
const LEAVE_SESSION = 4200;

/**
 * The library's client as the way to its gateway alone. It asks for no intent, because commands, buttons and forms arrive
 * without any; and its own look at events, which takes them apart and keeps what it finds, is taken away: they are handed
 * on as they stand on the wire.
 */
export function createConnection({ token, options, watch, sessions }: ConnectionParts): GatewayConnection {
  const state: { isClosed: boolean; manager?: ShardingManager } = { isClosed: false };
  const lost = new Set<number>();
  const attach = (manager: ShardingManager): void => {
    state.manager = manager;
    manager.options.updateSessionInfo = (shard, session) => {
      // The library gives a session up when no connection stands; but what was missed is worth another try.
      if (state.isClosed || (session === null && lost.delete(shard))) return;
      sessions.update(shard, session);
    };
    // A connection that is just about to be opened again asks for this first: after the end it waits for ever.
    manager.options.retrieveSessionInfo = (shard) =>
      state.isClosed ? new Promise<never>(() => undefined) : sessions.retrieve(shard);
    manager.options.buildIdentifyThrottler = () => createThrottler(manager);
    manager.on("ready", () => watch.onReady());
    manager.on("resumed", () => watch.onReady());
    manager.on("hello", ({ shardId }) => lost.delete(shardId));
    manager.on("closed", ({ code, shardId }) => {
      if (code === NO_CONNECTION) lost.add(shardId);
      watch.onClosed(code);
    });
    // Once the client has put its own listeners there.
    queueMicrotask(() => {
      manager.removeAllListeners("dispatch");
      manager.on("dispatch", ({ data, shardId }) =>
        watch.onEvent({ name: data.t, data: data.d, shard: shardId, sequence: data.s }),
      );
    });
  };
  const client = new Client({
    intents: [],
    shards: "auto",
    rest: options,
    ws: {
      buildStrategy: (manager) => {
        attach(manager);
        return new SimpleShardingStrategy(manager);
      },
    },
  });
  // Told as a closed connection as well; without a listener it would end the process.
  client.on("shardError", () => undefined);
  client.on("error", () => undefined);
  return {
    open: async () => {
      try {
        await client.login(token);
      } catch (thrown) {
        throw (await findUsedUp(state.manager)) ?? thrown;
      }
    },
    close: async () => {
      state.isClosed = true;
      await state.manager?.destroy({ code: LEAVE_SESSION, reason: "stopping" });
      await client.destroy();
    },
  };
}

/**
 * How many connections may begin a session at once, where Discord can be asked. One always may: a connection whose throttler
 * failed would be opened again inside of itself, and begin several sessions, or end the process.
 */
async function createThrottler(manager: ShardingManager): Promise<SimpleIdentifyThrottler> {
  try {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    return new SimpleIdentifyThrottler(limit.max_concurrency);
  } catch {
    return new SimpleIdentifyThrottler(1);
  }
}

/** The library counts the sessions that may begin, before it opens any; its error says no more than its words. */
async function findUsedUp(manager: ShardingManager | undefined): Promise<DiscordError | undefined> {
  try {
    const information = await manager?.fetchGatewayInformation();
    if (information === undefined) return undefined;
    const { remaining, reset_after: resetAfterMs } = information.session_start_limit;
    if (remaining >= information.shards) return undefined;
    const minutes = Math.ceil(resetAfterMs / 60_000);
    return new DiscordError(
      "unreachable",
      `Discord lets this bot begin no session for the next ${minutes} minutes: it was started too often. Start again then.`,
    );
  } catch {
    return undefined;
  }
}
