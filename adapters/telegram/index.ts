import type { AdapterHost, ChatAdapter, Conversation } from "../../src/bot/adapter.ts";
import { describeThrown, type Log } from "../../src/bot/log.ts";
import type { TelegramConfig } from "../../src/config/config.ts";
import { call } from "./wire/called.ts";
import { createTelegramClient, type TelegramClient } from "./client.ts";
import { isDoneWithin, type Clock } from "../../src/bot/platform/clock.ts";
import { registerCommands } from "./outbound/commands.ts";
import { addressOf, linkTo } from "./wire/conversation.ts";
import type { BotIdentity } from "./decode.ts";
import { editMessage, sendMessage } from "./outbound/deliver.ts";
import { encodePlain } from "./encode.ts";
import { telegramLimits } from "./limits.ts";
import { persist } from "./inbound/persist.ts";
import { poll } from "./inbound/poll.ts";
import { createReceiver, type Receiver } from "./receive.ts";
import { createDeferred } from "../../src/bot/platform/deferred.ts";
import type { PersistParts } from "../../src/bot/platform/persist.ts";
import { createReplies } from "../../src/bot/platform/replies.ts";
import { TelegramError } from "./wire/telegram-error.ts";
import { openWebhook } from "./inbound/webhook.ts";

/** What the Telegram adapter is made of. */
export interface TelegramOptions {
  readonly config: TelegramConfig;
  readonly clock: Clock;
  readonly ids: { hex(bytes: number): string };
  readonly log: Log;
}

/** How long a handler that runs may take to finish when the bot stops, ms. */
const STOP_WAIT_MS = 10_000;

/** How long the last request for updates may take after that, ms. */
const LAST_REQUEST_MS = 4_000;

/** Bytes of the secret that Telegram sends with every update to a webhook; made anew at every start, stored nowhere. */
const SECRET_BYTES = 32;

/** A way in which updates come. */
interface Receiving {
  /** Takes no more of them. */
  readonly close: () => Promise<void>;
}

/** The Bot API: updates by long polling, or to a webhook where one is configured. */
export function createTelegramAdapter(options: TelegramOptions): ChatAdapter {
  const { config, clock, log } = options;
  const client = createTelegramClient(config);
  const deliver = { client, clock };
  const replies = createReplies({
    send: (conversation, message, replyTo) => sendMessage(deliver, conversation, message, replyTo),
    limits: telegramLimits,
    encodePlain,
    clock,
    log,
  });
  const stopping = new AbortController();
  const persistParts: PersistParts = { clock, log, signal: stopping.signal };
  const end = createDeferred();
  let receiver: Receiver | undefined;
  let receiving: Receiving | undefined;

  const startPolling = async (from: Receiver): Promise<Receiving> => {
    // Telegram gives nothing to a poller while it has a webhook; what waits there is kept.
    await persist(persistParts, () => client.api.deleteWebhook({}));
    const polling = poll({ ...persistParts, client, receiver: from });
    polling.catch(end.reject);
    return {
      close: async () => {
        await isDoneWithin(clock, LAST_REQUEST_MS, polling);
      },
    };
  };

  const startReceiving = (from: Receiver): Promise<Receiving> => {
    if (config.webhook === "off") return startPolling(from);
    const secret = options.ids.hex(SECRET_BYTES);
    return openWebhook({ ...persistParts, client, config: config.webhook, receiver: from, secret });
  };

  return {
    platform: "telegram",
    limits: telegramLimits,
    ended: end.promise,
    start: async (host) => {
      const bot = await identify(persistParts, client);
      log.info("telegram_connected", { bot: bot.id, username: bot.username });
      receiver = createReceiver({ ...options, client, replies, bot }, host);
      await receiver.resume();
      receiving = await startReceiving(receiver);
      // Told to stop meanwhile, when there was nothing to close yet.
      if (stopping.signal.aborted) await receiving.close();
      void offerCommands({ client, bot, log }, host);
    },
    stopReceiving: async () => {
      stopping.abort();
      await receiver?.stop(STOP_WAIT_MS);
      await receiving?.close();
    },
    stop: () => {
      replies.stop();
      return Promise.resolve();
    },
    send: (conversation, message, { replyTo } = {}) => sendMessage(deliver, conversation, message, replyTo),
    update: (message, content) => editMessage(deliver, message, content),
    // A private chat has the id of its person.
    notify: (account, message, { except } = {}) =>
      except?.id === account
        ? Promise.resolve({ kind: "gone", detail: "told there already" })
        : sendMessage(deliver, { platform: "telegram", id: account }, message),
    showWorking: (conversation) => showTyping(client, conversation),
    link: linkTo,
  };
}

async function identify(parts: PersistParts, client: TelegramClient): Promise<BotIdentity> {
  const { id, username } = await persist(parts, () => client.api.getMe());
  if (parts.signal.aborted) throw new TelegramError("unreachable", "The start was interrupted.");
  return { id, username };
}

async function offerCommands(parts: Parameters<typeof registerCommands>[0], host: AdapterHost): Promise<void> {
  try {
    await registerCommands(parts, host);
  } catch (thrown) {
    parts.log.warn("commands_not_registered", describeThrown(thrown));
  }
}

/** Shown for some seconds, or until the next message. Nothing is lost when it is not. */
async function showTyping(client: TelegramClient, conversation: Conversation): Promise<void> {
  const address = addressOf(conversation);
  if (address !== undefined) await call(() => client.api.sendChatAction({ ...address, action: "typing" }));
}
