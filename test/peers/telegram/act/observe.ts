import type { LoggedRequest, RequestLog } from "../request-log.ts";
import type { Services } from "../methods/method.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Chat } from "../world/chat.ts";
import type { Bot } from "../world/identity.ts";
import { stateOf } from "../world/world.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenMessage } from "./seen-message.ts";
import { waitUntil } from "../../shared/watch.ts";
import type { WaitOptions } from "../../shared/watch.ts";

/** What tests and people see of the server. */
export interface Observing {
  /** What people see in a chat, oldest first; a topic alone when it is given. */
  messages(chat: Chat, options?: { readonly topic?: number }): readonly SeenMessage[];
  /** A message as it is seen now; undefined when it was deleted. */
  look(message: Pick<SeenMessage, "id" | "chat">): SeenMessage | undefined;
  /** Waits until a message of the chat satisfies the predicate, and returns it. Looks at every change. */
  waitFor(chat: Chat, predicate: (message: SeenMessage) => boolean, options?: WaitOptions): Promise<SeenMessage>;
  /** Waits for a request: by method, or by a predicate. Those already made count from index `after` of the log. */
  waitForRequest(
    wanted: string | ((request: LoggedRequest) => boolean),
    options?: WaitOptions & { readonly after?: number },
  ): Promise<LoggedRequest>;
  /** Waits until a poll of the bot waits for updates. */
  waitForPoll(options?: WaitOptions & { readonly bot?: Bot }): Promise<void>;
  /** Waits until the probe gives something other than undefined and false; looks at every change of the server. */
  waitUntil<T>(probe: () => T | undefined | false, options?: WaitOptions): Promise<T>;
  /** The actions ("typing") shown in a chat, oldest first. */
  chatActions(chat: Chat): readonly { readonly action: string; readonly topic: number | undefined }[];
  /** The commands a bot registered for everybody, or for a scope and a language. */
  commands(options?: { readonly scope?: Wire; readonly language?: string; readonly bot?: Bot }): readonly Wire[];
  /** How many updates wait to be confirmed. */
  pendingUpdates(bot?: Bot): number;
  /** Malformed requests and oddities in words: what a correct bot never causes. Empty is what a test wants. */
  complaints(): readonly string[];
}

/** Creates what is seen of a server. */
export function createObserving(
  { world, mail, commands, chatActions }: Services,
  log: RequestLog,
  mainBot: Bot,
): Observing {
  const messages: Observing["messages"] = (chat, { topic } = {}) =>
    [...stateOf(world, chat).messages.values()]
      .filter((message) => topic === undefined || (message.isTopicMessage && message.threadId === topic))
      .map(seeMessage);
  return {
    messages,
    look: ({ id, chat }) => {
      const message = stateOf(world, chat).messages.get(id);
      return message === undefined ? undefined : seeMessage(message);
    },
    waitFor: (chat, predicate, wait) =>
      waitUntil(world, () => messages(chat).find(predicate), {
        what: "a message",
        describe: () => `Chat ${chat.id} shows:\n${messages(chat).map(describe).join("\n")}`,
        ...wait,
      }),
    waitForRequest: (wanted, { after = 0, ...wait } = {}) => {
      const fits = typeof wanted === "string" ? ({ method }: LoggedRequest) => method === wanted : wanted;
      const what = typeof wanted === "string" ? `a call of ${wanted}` : "a request";
      return waitUntil(world, () => log.entries.slice(after).find(fits), { what, ...wait });
    },
    waitForPoll: async ({ bot = mainBot, ...wait } = {}) => {
      await waitUntil(world, () => mail.boxOf(bot).poller.isWaiting(), { what: "a poll", ...wait });
    },
    waitUntil: (probe, wait) => waitUntil(world, probe, wait),
    chatActions: (chat) =>
      chatActions
        .filter(({ chatKey }) => chatKey === chat.key)
        .map(({ action, topicId }) => ({ action, topic: topicId })),
    commands: ({ scope = { type: "default" }, language = "", bot = mainBot } = {}) =>
      commands.get({ botId: bot.user.id, scope, language }),
    pendingUpdates: (bot = mainBot) => mail.boxOf(bot).queue.pending().length,
    complaints: () => [
      ...log.refused.filter(({ malformed }) => malformed).map(({ method, description }) => `${method}: ${description}`),
      ...log.oddities.map(({ method, what }) => `${method}: ${what}`),
    ],
  };
}

function describe({ id, text, buttons }: SeenMessage): string {
  const labels = buttons.flat().map(({ label }) => `[${label}]`);
  return `  ${id}: ${text.slice(0, 200)} ${labels.join(" ")}`;
}
