import { refuse } from "../errors/api-error.ts";
import { encodeThreadFor } from "../encode/encode-guild.ts";
import type { ChannelKind, ChannelState } from "../world/channel.ts";
import { INTENTS } from "../world/events.ts";
import { timeOfId } from "../world/ids.ts";
import { may } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** A thread to be opened. */
export interface ThreadPlan {
  readonly parent: ChannelState;
  readonly kind: ChannelKind & `${string}Thread`;
  readonly name: string;
  readonly ownerId: string;
  /** The message it begins from, whose id it takes. */
  readonly fromMessage?: string;
  readonly autoArchiveMinutes?: number;
}

/** Opens a thread and tells the sessions. Whoever opens it is in it. */
export function openThread(world: World, plan: ThreadPlan): ChannelState {
  const now = world.clock.now();
  const { parent } = plan;
  const channel: ChannelState = {
    id: plan.fromMessage ?? world.ids.next(),
    kind: plan.kind,
    guildId: parent.guild?.id,
    guild: parent.guild,
    parent,
    recipient: undefined,
    overwrites: new Map(),
    messages: new Map(),
    position: 0,
    thread: {
      ownerId: plan.ownerId,
      members: new Map([[plan.ownerId, now]]),
      createdAt: now,
      isArchived: false,
      isLocked: false,
      archivedAt: now,
      autoArchiveMinutes: plan.autoArchiveMinutes ?? 4320,
      sent: 0,
    },
    name: plan.name,
    topic: undefined,
    lastMessageId: undefined,
  };
  world.channels.set(channel.id, channel);
  tellThread(world, channel, "THREAD_CREATE");
  return channel;
}

/** Archives, opens, locks or unlocks a thread and tells the sessions. */
export function setArchived(
  world: World,
  channel: ChannelState,
  change: { readonly isArchived?: boolean; readonly isLocked?: boolean },
): void {
  const { thread } = channel;
  if (thread === undefined) throw new Error(`Channel ${channel.id} is no thread`);
  if (change.isArchived !== undefined && change.isArchived !== thread.isArchived) {
    thread.isArchived = change.isArchived;
    thread.archivedAt = world.clock.now();
  }
  thread.isLocked = change.isLocked ?? thread.isLocked;
  tellThread(world, channel, "THREAD_UPDATE");
}

/** Archives a thread in which nobody wrote for the time it is set to. */
export function archiveWhenIdle(world: World, channel: ChannelState): void {
  const { thread, lastMessageId } = channel;
  if (thread === undefined || thread.isArchived) return;
  const lastAt = Math.max(
    thread.createdAt,
    thread.archivedAt,
    lastMessageId === undefined ? 0 : timeOfId(lastMessageId),
  );
  if (world.clock.now() - lastAt > thread.autoArchiveMinutes * 60_000)
    setArchived(world, channel, { isArchived: true });
}

/** Throws unless the account may write in the thread: an archived one opens by that, a locked one does not. */
export function assertWritable(channel: ChannelState, userId: string): void {
  const { thread } = channel;
  if (thread?.isLocked === true && !may(channel, userId, "MANAGE_THREADS")) throw refuse(160005);
}

/** Throws when messages of the channel cannot be changed because it is an archived thread. */
export function assertNotArchived(channel: ChannelState): void {
  if (channel.thread?.isArchived === true) throw refuse(50083);
}

/** Tells the sessions of a thread, as far as the bot sees it. */
export function tellThread(world: World, channel: ChannelState, name: string): void {
  const botId = world.bot.user.id;
  if (may(channel, botId, "VIEW_CHANNEL")) {
    const isNew = name === "THREAD_CREATE" ? { newly_created: true } : {};
    const event = { ...encodeThreadFor(channel, botId), ...isNew };
    world.events.emit({ name, guildId: channel.guild?.id, intents: INTENTS.guilds, encode: () => event });
  }
  world.changes.announce();
}
