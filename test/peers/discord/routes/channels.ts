import { encodeChannel } from "../encode/encode-channel.ts";
import { encodeThreadFor } from "../encode/encode-guild.ts";
import { assertNoProblems, refuse } from "../errors/api-error.ts";
import { addMessage, tellUpdate } from "../messages/change-messages.ts";
import { openThread, setArchived, tellThread } from "../messages/threads.ts";
import type { ThreadPlan } from "../messages/threads.ts";
import { checkValue } from "../schema/check-value.ts";
import { memberOf, numberOf, textOf } from "../../shared/wire.ts";
import { takesThreads } from "../world/channel.ts";
import type { ChannelState, ThreadState } from "../world/channel.ts";
import { INTENTS } from "../world/events.ts";
import { FLAGS, MESSAGE_TYPES, NO_CONTENT } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { assertMay, findChannel, findMessageIn } from "./find.ts";
import { NO_CONTENT_REPLY, ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** GET /channels/{channel_id}. */
export function getChannel({ world }: Services, call: Call): Reply {
  return ok(encodeThreadFor(findChannel(world, call.param("channel_id")), world.bot.user.id));
}

/** PATCH /channels/{channel_id}: a thread is archived, locked, renamed; a channel renamed. */
export function updateChannel({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  const { thread } = channel;
  if (channel.guild === undefined) throw refuse(50003);
  const form = thread === undefined ? "UpdateGuildChannelRequestPartial" : "UpdateThreadRequestPartial";
  assertNoProblems(checkValue(form, call.body, { lenient: true }).problems);
  if (thread === undefined) assertMay(world, channel, "MANAGE_CHANNELS");
  else assertMayChange(world, channel, thread, call);
  channel.name = textOf(call.body, "name") ?? channel.name;
  channel.topic = textOf(call.body, "topic") ?? channel.topic;
  if (thread === undefined) tellChannel(world, channel, "CHANNEL_UPDATE");
  else changeThread(world, channel, thread, call);
  return ok(encodeThreadFor(channel, world.bot.user.id));
}

/** DELETE /channels/{channel_id}. */
export function removeChannel({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  assertMay(world, channel, channel.thread === undefined ? "MANAGE_CHANNELS" : "MANAGE_THREADS");
  const last = encodeChannel(channel);
  dropChannel(world, channel);
  return ok(last);
}

/** POST /channels/{channel_id}/threads: a private thread, unless it says otherwise. */
export function createThread({ world }: Services, call: Call): Reply {
  const parent = findChannel(world, call.param("channel_id"));
  if (!takesThreads(parent)) throw refuse(50024);
  const isPublic = numberOf(call.body, "type") === 11;
  assertMay(world, parent, isPublic ? "CREATE_PUBLIC_THREADS" : "CREATE_PRIVATE_THREADS");
  const thread = openThread(world, {
    ...planOf(world, parent, call),
    kind: isPublic ? "publicThread" : "privateThread",
  });
  if (isPublic) announceThread(world, parent, thread);
  return { status: 201, body: encodeThreadFor(thread, world.bot.user.id) };
}

/** POST /channels/{channel_id}/messages/{message_id}/threads: a thread from a message takes its id. */
export function createThreadFromMessage({ world }: Services, call: Call): Reply {
  const parent = findChannel(world, call.param("channel_id"));
  const message = findMessageIn(parent, call.param("message_id"));
  if (!takesThreads(parent)) throw refuse(50024);
  assertMay(world, parent, "CREATE_PUBLIC_THREADS");
  if (message.thread !== undefined) throw refuse(160004);
  const plan = { ...planOf(world, parent, call), kind: "publicThread", fromMessage: message.id } as const;
  message.thread = openThread(world, plan);
  message.content = { ...message.content, flags: message.content.flags | FLAGS.hasThread };
  tellUpdate(world, message);
  return { status: 201, body: encodeThreadFor(message.thread, world.bot.user.id) };
}

/** PUT /channels/{channel_id}/thread-members/{user_id}: `@me` for the bot itself. Only members of the guild go in. */
export function addToThread({ world }: Services, call: Call): Reply {
  const channel = findChannel(world, call.param("channel_id"));
  const userId = call.find("user_id") ?? world.bot.user.id;
  if (channel.thread === undefined) throw refuse(50024);
  if (channel.thread.isArchived) throw refuse(50083);
  if (channel.guild?.members.has(userId) !== true) throw refuse(10007);
  channel.thread.members.set(userId, world.clock.now());
  world.changes.announce();
  return NO_CONTENT_REPLY;
}

/** Takes a channel away with its threads, and tells the sessions. */
export function dropChannel(world: World, channel: ChannelState): void {
  for (const inner of world.channels.values()) if (inner.parent === channel) world.channels.delete(inner.id);
  world.channels.delete(channel.id);
  if (channel.thread === undefined) tellChannel(world, channel, "CHANNEL_DELETE");
  else tellThread(world, channel, "THREAD_DELETE");
}

/** Tells the sessions of a channel. */
export function tellChannel(world: World, channel: ChannelState, name: string): void {
  const event = encodeChannel(channel);
  world.events.emit({ name, guildId: channel.guild?.id, intents: INTENTS.guilds, encode: () => event });
  world.changes.announce();
}

function planOf(world: World, parent: ChannelState, call: Call): Omit<ThreadPlan, "kind"> {
  const minutes = numberOf(call.body, "auto_archive_duration");
  return {
    parent,
    name: textOf(call.body, "name") ?? "",
    ownerId: world.bot.user.id,
    ...(minutes === undefined ? {} : { autoArchiveMinutes: minutes }),
  };
}

/** The channel shows that a thread was opened. */
function announceThread(world: World, parent: ChannelState, thread: ChannelState): void {
  addMessage(world, {
    channel: parent,
    author: world.bot.user,
    type: MESSAGE_TYPES.threadCreated,
    content: { ...NO_CONTENT, text: thread.name, flags: FLAGS.hasThread },
  });
}

/** Its opener may archive, open and rename a thread; locking, and opening a locked one, needs more. */
function assertMayChange(world: World, channel: ChannelState, thread: ThreadState, call: Call): void {
  const locks = memberOf(call.body, "locked") !== undefined || thread.isLocked;
  const isArchiving = memberOf(call.body, "archived") !== undefined;
  if (thread.isArchived && !isArchiving) throw refuse(50083);
  if (thread.ownerId !== world.bot.user.id || locks) assertMay(world, channel, "MANAGE_THREADS");
}

function changeThread(world: World, channel: ChannelState, thread: ThreadState, call: Call): void {
  const [archived, locked] = ["archived", "locked"].map((name) => memberOf(call.body, name));
  thread.autoArchiveMinutes = numberOf(call.body, "auto_archive_duration") ?? thread.autoArchiveMinutes;
  setArchived(world, channel, {
    ...(typeof archived === "boolean" ? { isArchived: archived } : {}),
    ...(typeof locked === "boolean" ? { isLocked: locked } : {}),
  });
}
