import type { ChannelState } from "./channel.ts";
import type { GuildState } from "./guild.ts";

/** Discord's permissions that concern a bot in text channels, with their bits. */
const BITS = {
  KICK_MEMBERS: 1n << 1n,
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  USE_APPLICATION_COMMANDS: 1n << 31n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  CREATE_PRIVATE_THREADS: 1n << 36n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
} as const;

/** The name of a permission. */
export type Permission = keyof typeof BITS;

/** All permissions the peer knows. */
export const EVERY_PERMISSION = bitsOf(Object.keys(BITS).filter(isPermission));

/** What everybody may in a new guild. Mentioning everyone and managing is not part of it. */
export const MEMBER_PERMISSIONS: readonly Permission[] = [
  "ADD_REACTIONS",
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "READ_MESSAGE_HISTORY",
  "USE_APPLICATION_COMMANDS",
  "CREATE_PUBLIC_THREADS",
  "CREATE_PRIVATE_THREADS",
  "SEND_MESSAGES_IN_THREADS",
];

/** What both sides may in direct messages. */
const DIRECT = bitsOf([
  "ADD_REACTIONS",
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "READ_MESSAGE_HISTORY",
]);

/** Permissions as one number. */
export function bitsOf(permissions: readonly Permission[]): bigint {
  return permissions.reduce((sum, permission) => sum | BITS[permission], 0n);
}

/** True when the number holds the permission. */
export function holds(bits: bigint, permission: Permission): boolean {
  return (bits & BITS[permission]) !== 0n;
}

/** True when the account may do it in the channel. */
export function may(channel: ChannelState, userId: string, permission: Permission): boolean {
  return holds(permissionsIn(channel, userId), permission);
}

/** What an account may in a channel: nothing where it does not see it. */
export function permissionsIn(channel: ChannelState, userId: string): bigint {
  const { guild, parent, thread } = channel;
  if (guild === undefined) return DIRECT;
  if (thread === undefined || parent === undefined) return inGuildChannel(guild, channel, userId);
  const bits = inGuildChannel(guild, parent, userId);
  const isInside = channel.kind !== "privateThread" || thread.members.has(userId) || holds(bits, "MANAGE_THREADS");
  return isInside ? bits : 0n;
}

function inGuildChannel(guild: GuildState, channel: ChannelState, userId: string): bigint {
  const base = permissionsOf(guild, userId);
  if (holds(base, "ADMINISTRATOR")) return EVERY_PERMISSION;
  const roleIds = guild.members.get(userId)?.roleIds ?? new Set<string>();
  const byRole = [...channel.overwrites.values()].filter(({ id }) => roleIds.has(id) && id !== guild.id);
  const steps = [[channel.overwrites.get(guild.id)], byRole, [channel.overwrites.get(userId)]];
  const bits = steps.reduce((sum, overwrites) => {
    const allow = overwrites.reduce((all, overwrite) => all | (overwrite?.allow ?? 0n), 0n);
    const deny = overwrites.reduce((all, overwrite) => all | (overwrite?.deny ?? 0n), 0n);
    return (sum & ~deny) | allow;
  }, base);
  return holds(bits, "VIEW_CHANNEL") ? bits : 0n;
}

/** What an account may in a guild, before channels say otherwise; nothing when it is no member. */
export function permissionsOf(guild: GuildState, userId: string): bigint {
  const member = guild.members.get(userId);
  if (member === undefined) return 0n;
  if (guild.ownerId === userId) return EVERY_PERMISSION;
  const ids = [guild.id, ...member.roleIds];
  const bits = ids.reduce((sum, id) => sum | (guild.roles.get(id)?.permissions ?? 0n), 0n);
  return holds(bits, "ADMINISTRATOR") ? EVERY_PERMISSION : bits;
}

function isPermission(name: string): name is Permission {
  return Object.hasOwn(BITS, name);
}
