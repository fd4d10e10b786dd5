import type { Wire } from "../../shared/wire.ts";
import { CHANNEL_TYPES, isTextual } from "../world/channel.ts";
import type { ChannelState, ThreadState } from "../world/channel.ts";
import type { Overwrite } from "../world/guild.ts";
import { permissionsIn } from "../world/permissions.ts";
import { encodeTime } from "./encode-time.ts";
import { encodeUser } from "./encode-user.ts";

/** A channel, a thread, or direct messages. */
export function encodeChannel(channel: ChannelState): Wire {
  const base = {
    id: channel.id,
    type: CHANNEL_TYPES[channel.kind],
    flags: 0,
    ...(isTextual(channel) ? { last_message_id: channel.lastMessageId ?? null } : {}),
  };
  const { guild, thread, recipient, parent } = channel;
  if (guild === undefined) {
    return { ...base, recipients: recipient === undefined ? [] : [encodeUser(recipient)] };
  }
  const inGuild = { ...base, guild_id: guild.id, name: channel.name, parent_id: parent?.id ?? null };
  if (thread !== undefined) return { ...inGuild, ...encodeThread(channel, thread) };
  return {
    ...inGuild,
    position: channel.position,
    permission_overwrites: [...channel.overwrites.values()].map(encodeOverwrite),
    nsfw: false,
    ...(isTextual(channel) ? { topic: channel.topic ?? null, rate_limit_per_user: 0 } : {}),
  };
}

/** A channel as it stands in an interaction, with what the person may there. */
export function encodeChannelFor(channel: ChannelState, userId: string): Wire {
  const whole = encodeChannel(channel);
  return channel.guild === undefined ? whole : { ...whole, permissions: String(permissionsIn(channel, userId)) };
}

/** An account in a thread. */
export function encodeThreadMember(channel: ChannelState, userId: string): Wire {
  const joinedAt = channel.thread?.members.get(userId) ?? 0;
  return { id: channel.id, user_id: userId, join_timestamp: encodeTime(joinedAt), flags: 1 };
}

function encodeThread(channel: ChannelState, thread: ThreadState): Wire {
  return {
    owner_id: thread.ownerId,
    rate_limit_per_user: 0,
    thread_metadata: {
      archived: thread.isArchived,
      archive_timestamp: encodeTime(thread.archivedAt),
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.isLocked,
      create_timestamp: encodeTime(thread.createdAt),
      ...(channel.kind === "privateThread" ? { invitable: true } : {}),
    },
    message_count: thread.sent,
    member_count: Math.min(thread.members.size, 50),
    total_message_sent: thread.sent,
  };
}

function encodeOverwrite({ id, kind, allow, deny }: Overwrite): Wire {
  return { id, type: kind === "role" ? 0 : 1, allow: String(allow), deny: String(deny) };
}
