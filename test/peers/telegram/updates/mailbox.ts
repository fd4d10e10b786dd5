import type { Clock } from "../../../../src/runtime/ports.ts";
import { encodeMessage } from "../encode/encode-message.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Bot } from "../world/identity.ts";
import type { Message } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { createPoller } from "./long-poll.ts";
import type { Poller } from "./long-poll.ts";
import { createUpdateQueue } from "./queue.ts";
import type { UpdateQueue } from "./queue.ts";
import { isVisible } from "./visibility.ts";
import type { Webhook } from "./webhook.ts";

/** How long updates wait: messages a day, presses 150 s, ms. */
const MESSAGE_LIFETIME_MS = 86_400_000;
const PRESS_LIFETIME_MS = 150_000;

/** How the updates of one bot reach it. */
export interface Mailbox {
  readonly queue: UpdateQueue;
  readonly poller: Poller;
  webhook: Webhook | undefined;
}

/** The mailboxes of all bots. */
export interface Mail {
  boxOf(bot: Bot): Mailbox;
  /** Tells every bot that may see it of a new or edited message. */
  deliverMessage(message: Message, edited?: boolean): void;
  deliverPress(bot: Bot, userId: number, query: Wire): void;
  /** Any other update. */
  deliver(bot: Bot, kind: string, body: Wire, orderKey: string): void;
}

/** Creates the mail of a world. */
export function createMail(
  world: World,
  options: { readonly clock: Clock; readonly firstUpdateId: number; readonly loopGuard: boolean },
): Mail {
  const boxes = new Map<string, Mailbox>();
  const boxOf = (bot: Bot): Mailbox => {
    const known = boxes.get(bot.token);
    if (known !== undefined) return known;
    const queue = createUpdateQueue(options.firstUpdateId, () => options.clock.now());
    const { clock, loopGuard } = options;
    const poller = createPoller({ queue, clock, loopGuard, onWait: () => world.changes.announce() });
    const box = { queue, poller, webhook: undefined };
    boxes.set(bot.token, box);
    return box;
  };
  const deliver: Mail["deliver"] = (bot, kind, body, orderKey) =>
    boxOf(bot).queue.push({ kind, body, orderKey, lifetimeMs: MESSAGE_LIFETIME_MS });
  return {
    boxOf,
    deliver,
    deliverPress: (bot, userId, body) =>
      boxOf(bot).queue.push({
        kind: "callback_query",
        body,
        orderKey: `user:${userId}`,
        lifetimeMs: PRESS_LIFETIME_MS,
      }),
    deliverMessage: (message, edited = false) => {
      const name = message.chat.kind === "channel" ? "channel_post" : "message";
      for (const bot of world.bots.values()) {
        if (!isVisible(bot, message)) continue;
        deliver(bot, edited ? `edited_${name}` : name, encodeMessage(world, bot, message), message.chat.key);
      }
    },
  };
}
