import type { Wire } from "../../shared/wire.ts";
import type { ChannelState } from "../world/channel.ts";
import type { GuildState, RoleState } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import { may } from "../world/permissions.ts";
import { encodeChannel, encodeThreadMember } from "./encode-channel.ts";
import { encodeTime } from "./encode-time.ts";
import { encodeMember } from "./encode-user.ts";

/**
 * A guild as GUILD_CREATE tells it. Without the members intent only the bot itself is among the members; threads are those
 * that are open and that the bot sees.
 */
export function encodeGuild(world: World, guild: GuildState): Wire {
  const botId = world.bot.user.id;
  const own = [...world.channels.values()].filter((channel) => channel.guild === guild);
  const threads = own.filter((channel) => isOpenThread(channel) && may(channel, botId, "VIEW_CHANNEL"));
  const self = guild.members.get(botId);
  return {
    ...encodeGuildBase(guild),
    joined_at: encodeTime(self?.joinedAt ?? guild.createdAt),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: self === undefined ? [] : [encodeMember(self)],
    channels: own.filter(({ thread }) => thread === undefined).map(encodeChannel),
    threads: threads.map((thread) => encodeThreadFor(thread, botId)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** A role. */
export function encodeRole(role: RoleState): Wire {
  return {
    id: role.id,
    name: role.name,
    permissions: String(role.permissions),
    position: role.position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: role.botId !== undefined,
    mentionable: role.isMentionable,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(role.botId === undefined ? {} : { tags: { bot_id: role.botId } }),
  };
}

/** A thread as an account sees it: with its own membership where it has joined. */
export function encodeThreadFor(channel: ChannelState, userId: string): Wire {
  const isIn = channel.thread?.members.has(userId) === true;
  return { ...encodeChannel(channel), ...(isIn ? { member: encodeThreadMember(channel, userId) } : {}) };
}

function encodeGuildBase(guild: GuildState): Wire {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...guild.roles.values()].map(encodeRole),
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: guild.locale,
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
  };
}

function isOpenThread({ thread }: ChannelState): boolean {
  return thread !== undefined && !thread.isArchived;
}
