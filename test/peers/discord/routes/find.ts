import { refuse } from "../errors/api-error.ts";
import { archiveWhenIdle } from "../messages/threads.ts";
import type { ChannelState } from "../world/channel.ts";
import type { GuildState } from "../world/guild.ts";
import type { Message } from "../world/message.ts";
import { may } from "../world/permissions.ts";
import type { Permission } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** The channel of an id. Throws 10003 for one that is not there, 50001 for one the bot does not see. */
export function findChannel(world: World, id: string): ChannelState {
  const channel = world.channels.get(id);
  if (channel === undefined) throw refuse(10003);
  if (!may(channel, world.bot.user.id, "VIEW_CHANNEL")) throw refuse(50001);
  archiveWhenIdle(world, channel);
  return channel;
}

/** The message of an id. Throws 10008 for one that is not there: ephemeral messages are not, for these routes. */
export function findMessageIn(channel: ChannelState, id: string): Message {
  const message = channel.messages.get(id);
  if (message === undefined || message.onlyFor !== undefined) throw refuse(10008);
  return message;
}

/** The guild of an id. Throws 10004 for one that is not there, 50001 for one the bot is not in. */
export function findGuild(world: World, id: string): GuildState {
  const guild = world.guilds.get(id);
  if (guild === undefined) throw refuse(10004);
  if (!guild.members.has(world.bot.user.id)) throw refuse(50001);
  return guild;
}

/** Throws 50013 unless the bot may do it in the channel. */
export function assertMay(world: World, channel: ChannelState, permission: Permission): void {
  if (!may(channel, world.bot.user.id, permission)) throw refuse(50013);
}
