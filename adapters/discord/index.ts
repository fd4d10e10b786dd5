import type { AdapterHost, ChatAdapter, Conversation } from "../../src/bot/adapter.ts";
import { describeThrown, type Log } from "../../src/bot/log.ts";
import type { Clock } from "../../src/bot/platform/clock.ts";
import { readText } from "../../src/bot/platform/fields.ts";
import { createDeferred } from "../../src/bot/platform/deferred.ts";
import type { PersistParts } from "../../src/bot/platform/persist.ts";
import { createReplies } from "../../src/bot/platform/replies.ts";
import type { DiscordConfig } from "../../src/config/config.ts";
import { createDiscordClient, type DiscordClient } from "./client.ts";
import type { BotIdentity } from "./decode.ts";
import { encodePlain } from "./encode.ts";
import { openGateway, type Gateway } from "./inbound/gateway.ts";
import { persist } from "./inbound/persist.ts";
import { createSessions } from "./inbound/sessions.ts";
import { discordLimits } from "./limits.ts";
import { registerCommands } from "./outbound/commands.ts";
import { editMessage, sendMessage, type DeliverParts } from "./outbound/deliver.ts";
import { findMessage } from "./outbound/find.ts";
import { createKnownFiles } from "./outbound/known-files.ts";
import { notifyDirectly } from "./outbound/notify.ts";
import { createReceiver, type Receiver } from "./receive.ts";
import { call } from "./wire/called.ts";
import { isSnowflake } from "./wire/conversation.ts";
import { DiscordError } from "./wire/discord-error.ts";
import { createLinks } from "./wire/links.ts";

/** What the Discord adapter is made of. */
export interface DiscordOptions {
  readonly config: DiscordConfig;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a handler that runs may take to finish when the bot stops, ms. */
const STOP_WAIT_MS = 10_000;

/** Discord's gateway for what people do, its REST interface for what the bot shows. */
export function createDiscordAdapter(options: DiscordOptions): ChatAdapter {
  const { config, clock, log } = options;
  const client = createDiscordClient(config);
  const deliver: DeliverParts = {
    client,
    log,
    files: createKnownFiles(client),
    threadPerRun: config.threadPerRun,
  };
  const links = createLinks();
  const replies = createReplies({
    send: (conversation, message, replyTo) => sendMessage(deliver, conversation, message, { replyTo }),
    limits: discordLimits,
    encodePlain,
    clock,
    log,
  });
  const stopping = new AbortController();
  const persistParts: PersistParts = { clock, log, signal: stopping.signal };
  const end = createDeferred();
  let bot: BotIdentity | undefined;
  let receiver: Receiver | undefined;
  let gateway: Gateway | undefined;

  return {
    platform: "discord",
    limits: discordLimits,
    ended: end.promise,
    start: async (host) => {
      const identity = await identify(persistParts, client);
      bot = identity;
      receiver = createReceiver({ ...options, client, replies, bot: identity, onPlace: links.learn }, host);
      const owner = `${identity.application} ${config.apiBase ?? ""}`.trimEnd();
      const sessions = createSessions({ memory: host.memory, owner, log });
      await sessions.load();
      gateway = await openGateway({ ...persistParts, client, receiver, sessions, onEnd: end.reject });
      log.info("discord_connected", { bot: identity.id, application: identity.application });
      // Told to stop meanwhile, when there was nothing to close yet.
      if (stopping.signal.aborted) await gateway.close();
      void offerCommands({ client, bot: identity, guild: config.guild, log }, host);
    },
    stopReceiving: async () => {
      stopping.abort();
      await receiver?.stop(STOP_WAIT_MS);
      await gateway?.close();
    },
    stop: () => {
      replies.stop();
      client.close();
      return Promise.resolve();
    },
    send: (conversation, message, sendOptions) => sendMessage(deliver, conversation, message, sendOptions),
    update: (message, content) => editMessage(deliver, message, content),
    notify: (account, message, notifyOptions) => notifyDirectly(deliver, account, message, notifyOptions),
    showWorking: (conversation) => showTyping(client, conversation),
    find: async (conversation, nonce, sinceMs, replyTo) =>
      bot === undefined ? undefined : await findMessage({ ...deliver, bot }, conversation, { nonce, sinceMs, replyTo }),
    link: links.linkTo,
  };
}

async function identify(parts: PersistParts, client: DiscordClient): Promise<BotIdentity> {
  const self = await persist(parts, () => client.api.getSelf());
  const application = await persist(parts, () => client.api.getApplication());
  if (parts.signal.aborted) throw new DiscordError("unreachable", "The start was interrupted.");
  const [id, number] = [readText(self, "id"), readText(application, "id")];
  if (id === undefined || number === undefined) {
    throw new DiscordError("refused", "What answers at DISCORD_API_BASE is not Discord. Check the address.");
  }
  return { id, application: number };
}

async function offerCommands(parts: Parameters<typeof registerCommands>[0], host: AdapterHost): Promise<void> {
  try {
    await registerCommands(parts, host);
  } catch (thrown) {
    parts.log.warn("commands_not_registered", describeThrown(thrown));
  }
}

/** Shown for some seconds, or until the next message. Nothing is lost when it is not. */
async function showTyping(client: DiscordClient, { id }: Conversation): Promise<void> {
  if (isSnowflake(id)) await call(() => client.api.showTyping(id));
}
