import {
  Client,
  REST,
  Routes,
  SimpleShardingStrategy,
  type RawFile,
  type RESTOptions,
  type SessionInfo,
  type WebSocketOptions,
} from "discord.js";
import { download, type Downloaded } from "../../src/bot/platform/download.ts";

/** Discord as this adapter uses it. Every request is made once; what came of it is for the caller to judge. */
export interface DiscordClient {
  /** Requests that answer soon. */
  readonly api: DiscordApi;
  /** The connection on which events come, not opened yet. */
  createGateway(watch: GatewayWatch, sessions: GatewaySessions): GatewayConnection;
  /** Fetches a file somebody sent, whole. */
  download(address: string, maxBytes: number): Promise<Downloaded>;
  /** Lets go of timers. */
  close(): void;
}

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

/** What a client needs. `token` goes into headers of requests and into the gateway's greeting, and nowhere else. */
export interface ClientOptions {
  readonly token: string;
  /** Without a slash at the end. */
  readonly apiBase?: string;
}

/** The body of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** One request a method. Answers are unknown until they were looked at. */
export interface DiscordApi {
  getSelf(): Promise<unknown>;
  getApplication(): Promise<unknown>;
  setCommands(application: string, guild: string | undefined, commands: readonly Body[]): Promise<unknown>;
  createMessage(channel: string, body: Body, files?: readonly RawFile[]): Promise<unknown>;
  editMessage(channel: string, message: string, body: Body): Promise<unknown>;
  getMessage(channel: string, message: string): Promise<unknown>;
  listMessages(channel: string, after: string): Promise<unknown>;
  getChannel(channel: string): Promise<unknown>;
  updateChannel(channel: string, body: Body): Promise<unknown>;
  openThread(channel: string, message: string, body: Body): Promise<unknown>;
  openDirect(account: string): Promise<unknown>;
  showTyping(channel: string): Promise<unknown>;
  /** The first answer to an interaction. */
  answer(interaction: InteractionKey, body: Body, files?: readonly RawFile[]): Promise<unknown>;
  /** A further message that answers an interaction. */
  followUp(application: string, token: string, body: Body, files?: readonly RawFile[]): Promise<unknown>;
  /** Changes an answer: `@original` is the first one. */
  editAnswer(
    application: string,
    token: string,
    message: string,
    body: Body,
    files?: readonly RawFile[],
  ): Promise<unknown>;
  removeAnswer(application: string, token: string, message: string): Promise<unknown>;
}

/** What an interaction is answered with. */
export interface InteractionKey {
  readonly id: string;
  readonly token: string;
}

const PUBLIC_API = "https://discord.com/api";

/** A request without an answer is given up after this, ms: well before the core gives up on the adapter. */
const CALL_TIMEOUT_MS = 25_000;

/** The first answer to an interaction is due within three seconds; a second try has to fit in as well. */
const ANSWER_TIMEOUT_MS = 1_400;

/** Messages that one look into the history of a channel brings; Discord gives no more. */
export const HISTORY_PAGE = 100;

/** Creates the client. Nothing is sent before the first request. */
export function createDiscordClient({ token, apiBase = PUBLIC_API }: ClientOptions): DiscordClient {
  const options: Partial<RESTOptions> = {
    api: apiBase,
    // Repeating is the core's business: a request that got no answer may have been acted on.
    retries: 0,
    timeout: CALL_TIMEOUT_MS,
    // A limit is an outcome, not a wait inside a request.
    rejectOnRateLimit: () => true,
  };
  const rest = new REST(options);
  return {
    api: createApi(rest, token),
    createGateway: (watch, sessions) => createGateway({ token, options, watch, sessions }),
    download,
    close: () => {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

type ShardingManager = Parameters<NonNullable<WebSocketOptions["buildStrategy"]>>[0];

interface GatewayParts {
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
function createGateway({ token, options, watch, sessions }: GatewayParts): GatewayConnection {
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
      await client.login(token);
    },
    close: async () => {
      state.isClosed = true;
      await state.manager?.destroy({ code: LEAVE_SESSION, reason: "stopping" });
      await client.destroy();
    },
  };
}

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

interface RequestParts {
  readonly body?: unknown;
  readonly files?: readonly RawFile[] | undefined;
  readonly query?: URLSearchParams;
  /** False for requests that the token of an interaction speaks for. */
  readonly auth?: boolean;
  readonly timeoutMs?: number;
}

function createApi(rest: REST, token: string): DiscordApi {
  const ask = (method: Method, route: `/${string}`, parts: RequestParts = {}): Promise<unknown> => {
    const { files, timeoutMs = CALL_TIMEOUT_MS, ...rests } = parts;
    // The library forgets the token after a single 401, whoever it came from.
    rest.setToken(token);
    return rest.request({
      method: method as never,
      fullRoute: route,
      signal: AbortSignal.timeout(timeoutMs),
      ...rests,
      ...(files === undefined || files.length === 0 ? {} : { files: [...files] }),
    });
  };
  return {
    getSelf: () => ask("GET", Routes.user()),
    getApplication: () => ask("GET", Routes.currentApplication()),
    setCommands: (application, guild, body) =>
      ask(
        "PUT",
        guild === undefined
          ? Routes.applicationCommands(application)
          : Routes.applicationGuildCommands(application, guild),
        { body },
      ),
    createMessage: (channel, body, files) => ask("POST", Routes.channelMessages(channel), { body, files }),
    editMessage: (channel, message, body) => ask("PATCH", Routes.channelMessage(channel, message), { body }),
    getMessage: (channel, message) => ask("GET", Routes.channelMessage(channel, message)),
    listMessages: (channel, after) =>
      ask("GET", Routes.channelMessages(channel), {
        query: new URLSearchParams({ after, limit: String(HISTORY_PAGE) }),
      }),
    getChannel: (channel) => ask("GET", Routes.channel(channel)),
    updateChannel: (channel, body) => ask("PATCH", Routes.channel(channel), { body }),
    openThread: (channel, message, body) => ask("POST", Routes.threads(channel, message), { body }),
    openDirect: (account) => ask("POST", Routes.userChannels(), { body: { recipient_id: account } }),
    showTyping: (channel) => ask("POST", Routes.channelTyping(channel)),
    answer: ({ id, token: key }, body, files) =>
      ask("POST", Routes.interactionCallback(id, key), { body, files, auth: false, timeoutMs: ANSWER_TIMEOUT_MS }),
    followUp: (application, key, body, files) =>
      ask("POST", Routes.webhook(application, key), { body, files, auth: false }),
    editAnswer: (application, key, message, body, files) =>
      ask("PATCH", Routes.webhookMessage(application, key, message), { body, files, auth: false }),
    removeAnswer: (application, key, message) =>
      ask("DELETE", Routes.webhookMessage(application, key, message), { auth: false }),
  };
}
