import { Routes, type RawFile, type REST } from "discord.js";

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

/** A request without an answer is given up after this, ms: well before the core gives up on the adapter. */
export const CALL_TIMEOUT_MS = 25_000;

/** The first answer to an interaction is due within three seconds; a second try has to fit in as well. */
const ANSWER_TIMEOUT_MS = 1_400;

/** Messages that one look into the history of a channel brings; Discord gives no more. */
export const HISTORY_PAGE = 100;

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

interface RequestParts {
  readonly body?: unknown;
  readonly files?: readonly RawFile[] | undefined;
  readonly query?: URLSearchParams;
  /** False for requests that the token of an interaction speaks for. */
  readonly auth?: boolean;
  readonly timeoutMs?: number;
}

/** The requests of one bot. */
export function createApi(rest: REST, token: string): DiscordApi {
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
