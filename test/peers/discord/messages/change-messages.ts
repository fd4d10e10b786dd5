import { encodeMessageEvent, withoutContent } from "../encode/encode-message.ts";
import { findMentions } from "../rules/mentions.ts";
import type { FoundMention } from "../rules/mentions.ts";
import type { Wire } from "../../shared/wire.ts";
import type { ChannelState } from "../world/channel.ts";
import { INTENTS } from "../world/events.ts";
import type { User } from "../world/identity.ts";
import { MESSAGE_TYPES, hasFlag } from "../world/message.ts";
import type { Content, Message } from "../world/message.ts";
import { may } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { setArchived } from "./threads.ts";
import { textsOfContent } from "./message-texts.ts";

/** A message to be added. `allowed` are its `allowed_mentions`, absent where it has none. */
export interface MessagePlan {
  readonly channel: ChannelState;
  readonly author: User;
  readonly content: Content;
  readonly allowed?: Wire | undefined;
  readonly type?: number;
  readonly nonce?: string | number | undefined;
  readonly replyTo?: Message["replyTo"];
  readonly interaction?: Message["interaction"];
  readonly onlyFor?: string | undefined;
  /** An id given out before; a new one when absent. */
  readonly id?: string;
}

/** Adds a message and tells the sessions. */
export function addMessage(world: World, plan: MessagePlan): Message {
  const { channel } = plan;
  const message: Message = {
    id: plan.id ?? world.ids.next(),
    channel,
    author: plan.author,
    type: plan.type ?? (plan.replyTo === undefined ? MESSAGE_TYPES.plain : MESSAGE_TYPES.reply),
    createdAt: world.clock.now(),
    nonce: plan.nonce,
    replyTo: plan.replyTo,
    interaction: plan.interaction,
    onlyFor: plan.onlyFor,
    content: plan.content,
    editedAt: undefined,
    edits: 0,
    isDeleted: false,
    thread: undefined,
  };
  message.content = withMentions(world, message, plan.allowed);
  channel.messages.set(message.id, message);
  if (message.onlyFor === undefined) {
    channel.lastMessageId = message.id;
    if (channel.thread !== undefined) {
      channel.thread.sent += 1;
      if (channel.thread.isArchived) setArchived(world, channel, { isArchived: false });
    }
  }
  tell(world, message, "MESSAGE_CREATE");
  return message;
}

/** Changes what a message shows and tells the sessions. A message that was only promised does not count as edited. */
export function editMessage(world: World, message: Message, content: Content, allowed: Wire | undefined): void {
  const wasPromised = hasFlag(message.content, "loading");
  message.content = content;
  message.content = withMentions(world, message, allowed);
  if (!wasPromised) {
    message.editedAt = world.clock.now();
    message.edits += 1;
  }
  tell(world, message, "MESSAGE_UPDATE");
}

/** Deletes a message and tells the sessions. */
export function deleteMessage(world: World, message: Message): void {
  const { channel, id } = message;
  message.isDeleted = true;
  channel.messages.delete(id);
  world.deleted.set(id, message);
  if (message.onlyFor === undefined) {
    world.events.emit({
      name: "MESSAGE_DELETE",
      guildId: channel.guild?.id,
      intents: intentsFor(channel),
      encode: () => ({ id, channel_id: channel.id, guild_id: channel.guild?.id }),
    });
  }
  world.changes.announce();
}

/** Tells the sessions of a message that changed by itself. */
export function tellUpdate(world: World, message: Message): void {
  tell(world, message, "MESSAGE_UPDATE");
}

/** Nobody is told of ephemeral messages, nor of channels the bot does not see. */
function tell(world: World, message: Message, name: string): void {
  const { channel, author } = message;
  const bot = world.bot.user;
  if (message.onlyFor === undefined && may(channel, bot.id, "VIEW_CHANNEL")) {
    const event = encodeMessageEvent(world, message);
    const isMeant = author.id === bot.id || channel.guild === undefined || mentions(message, bot.id);
    world.events.emit({
      name,
      guildId: channel.guild?.id,
      intents: intentsFor(channel),
      encode: (intents) => ((intents & INTENTS.messageContent) !== 0 || isMeant ? event : withoutContent(event)),
    });
  }
  world.changes.announce();
}

function mentions({ content }: Message, userId: string): boolean {
  return content.mentions.userIds.includes(userId);
}

function intentsFor({ guild }: ChannelState): number {
  return guild === undefined ? INTENTS.directMessages : INTENTS.guildMessages;
}

/** Content with what it mentions for good; what the bot mentions is written down, whether it notifies or not. */
function withMentions(world: World, message: Message, allowed: Wire | undefined): Content {
  const { channel, author, content, replyTo } = message;
  const replied = replyTo === undefined ? undefined : channel.messages.get(replyTo.messageId)?.author;
  const found = findMentions(textsOfContent(content), {
    allowed,
    channel,
    authorId: author.id,
    repliesTo: replied === undefined || replied.isBot ? undefined : replied.id,
  });
  if (author.id === world.bot.user.id) {
    const mentioned = found.map((mention) => ({ ...mention, channelId: channel.id, messageId: message.id }));
    world.mentions.push(...mentioned);
    world.pings.push(...mentioned.filter(({ pings }) => pings));
  }
  return {
    ...content,
    mentions: {
      userIds: idsOf(found, "user", "reply"),
      roleIds: idsOf(found, "role"),
      everyone: found.some(({ kind, pings }) => kind === "everyone" && pings),
    },
  };
}

function idsOf(found: readonly FoundMention[], ...kinds: readonly FoundMention["kind"][]): readonly string[] {
  const ids = found.flatMap(({ kind, id, pings }) => (pings && kinds.includes(kind) && id !== undefined ? [id] : []));
  return [...new Set(ids)];
}
