import { encodeMessage } from "../encode/encode-message.ts";
import { refuse, refuseForm } from "../errors/api-error.ts";
import { addMessage, deleteMessage, editMessage } from "../messages/change-messages.ts";
import { composeContent } from "../messages/compose-content.ts";
import { assertNotArchived, assertWritable } from "../messages/threads.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, memberOf, objectOf, textOf } from "../../shared/wire.ts";
import { isTextual } from "../world/channel.ts";
import type { ChannelState } from "../world/channel.ts";
import { compareIds } from "../world/ids.ts";
import { FLAGS } from "../world/message.ts";
import type { Content, Message } from "../world/message.ts";
import { may } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { assertMay, findChannel, findMessageIn } from "./find.ts";
import { readId, readNumber } from "./read-query.ts";
import { NO_CONTENT_REPLY, ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** POST /channels/{channel_id}/messages. With `enforce_nonce` a nonce that is known gets the message it was sent with. */
export function createMessage({ world, nonces }: Services, call: Call): Reply {
  const { body } = call;
  const channel = world.channels.get(call.param("channel_id"));
  const content = composeContent(world, {
    ...call,
    channelId: channel?.id ?? "0",
    settableFlags: FLAGS.suppressEmbeds | FLAGS.suppressNotifications | FLAGS.componentsV2,
  });
  const found = findChannel(world, call.param("channel_id"));
  assertMayPost(world, found, content);
  const replyTo = readReference(world, found, body);
  const nonce = readNonce(body);
  const known = nonce === undefined || memberOf(body, "enforce_nonce") !== true ? undefined : nonces.find(nonce);
  if (known !== undefined) return ok(encodeMessage(world, known));
  const author = world.bot.user;
  const message = addMessage(world, { channel: found, author, content, nonce, replyTo, allowed: readAllowed(body) });
  if (nonce !== undefined) nonces.remember(nonce, message);
  return ok(encodeMessage(world, message));
}

/** PATCH /channels/{channel_id}/messages/{message_id}: the bot's own messages. */
export function updateMessage({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  const message = findMessageIn(channel, call.param("message_id"));
  if (message.author.id !== world.bot.user.id) throw refuse(50005);
  const content = composeContent(world, {
    ...call,
    before: message.content,
    channelId: channel.id,
    settableFlags: FLAGS.suppressEmbeds | FLAGS.componentsV2,
  });
  assertNotArchived(channel);
  editMessage(world, message, content, readAllowed(call.body));
  return ok(encodeMessage(world, message));
}

/** DELETE /channels/{channel_id}/messages/{message_id}. */
export function removeMessage({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  const message = findMessageIn(channel, call.param("message_id"));
  if (message.author.id !== world.bot.user.id) {
    if (channel.guild === undefined) throw refuse(50003);
    assertMay(world, channel, "MANAGE_MESSAGES");
  }
  assertNotArchived(channel);
  deleteMessage(world, message);
  return NO_CONTENT_REPLY;
}

/** GET /channels/{channel_id}/messages/{message_id}. */
export function getMessage({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  assertMay(world, channel, "READ_MESSAGE_HISTORY");
  return ok(encodeMessage(world, findMessageIn(channel, call.param("message_id"))));
}

/** GET /channels/{channel_id}/messages: newest first; nothing at all without the permission to read history. */
export function listMessages({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  const limit = readNumber(call.query, "limit", { minimum: 1, maximum: 100, fallback: 50 });
  const [before, after, around] = ["before", "after", "around"].map((name) => readId(call.query, name));
  if (!may(channel, world.bot.user.id, "READ_MESSAGE_HISTORY")) return ok([]);
  const all = [...channel.messages.values()]
    .filter(({ onlyFor }) => onlyFor === undefined)
    .toSorted((a, b) => compareIds(b.id, a.id));
  return ok(pickPage(all, { before, after, around, limit }).map((message) => encodeMessage(world, message)));
}

/** POST /channels/{channel_id}/typing. */
export function showTyping({ world, typing }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  assertMay(world, channel, channel.thread === undefined ? "SEND_MESSAGES" : "SEND_MESSAGES_IN_THREADS");
  typing.push(channel.id);
  world.changes.announce();
  return NO_CONTENT_REPLY;
}

/** `allowed_mentions` of a request; undefined when it has none. */
export function readAllowed(body: Wire): Wire | undefined {
  return isGiven(body, "allowed_mentions") ? objectOf(body, "allowed_mentions") : undefined;
}

function pickPage(
  newestFirst: readonly Message[],
  page: {
    readonly before: string | undefined;
    readonly after: string | undefined;
    readonly around: string | undefined;
    readonly limit: number;
  },
): readonly Message[] {
  const { before, after, around, limit } = page;
  if (around !== undefined) {
    const older = newestFirst.filter(({ id }) => compareIds(id, around) <= 0).slice(0, Math.ceil(limit / 2));
    const newer = newestFirst.filter(({ id }) => compareIds(id, around) > 0).slice(-Math.floor(limit / 2));
    return limit === 1 ? older : [...newer, ...older];
  }
  if (after !== undefined) return newestFirst.filter(({ id }) => compareIds(id, after) > 0).slice(-limit);
  return newestFirst.filter(({ id }) => before === undefined || compareIds(id, before) < 0).slice(0, limit);
}

function assertMayPost(world: World, channel: ChannelState, content: Content): void {
  if (!isTextual(channel)) throw refuse(50008);
  if (channel.recipient?.takesDirectMessages === false) throw refuse(50007);
  assertMay(world, channel, channel.thread === undefined ? "SEND_MESSAGES" : "SEND_MESSAGES_IN_THREADS");
  assertWritable(channel, world.bot.user.id);
  if (content.embeds.length > 0) assertMay(world, channel, "EMBED_LINKS");
  if (content.attachments.length > 0) assertMay(world, channel, "ATTACH_FILES");
}

/** What a message replies to. A message that is gone refuses the request, unless it says that it need not be there. */
function readReference(world: World, channel: ChannelState, body: Wire): Message["replyTo"] {
  if (!isGiven(body, "message_reference")) return undefined;
  const reference = objectOf(body, "message_reference");
  if (!may(channel, world.bot.user.id, "READ_MESSAGE_HISTORY")) throw refuse(160002);
  const messageId = textOf(reference, "message_id") ?? "";
  const message = channel.messages.get(messageId);
  if (message !== undefined && message.onlyFor === undefined) return { messageId, channelId: channel.id };
  if (memberOf(reference, "fail_if_not_exists") === false) return undefined;
  const code = "REPLIES_UNKNOWN_MESSAGE";
  throw refuseForm([{ path: ["message_reference"], code, message: "Unknown message" }], { malformed: false });
}

function readNonce(body: Wire): string | number | undefined {
  const nonce = memberOf(body, "nonce");
  return typeof nonce === "string" || typeof nonce === "number" ? nonce : undefined;
}
