import { encodeGuild } from "../encode/encode-guild.ts";
import { encodeUser } from "../encode/encode-user.ts";
import { setArchived } from "../messages/threads.ts";
import { dropChannel } from "../routes/channels.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Channel } from "../world/channel.ts";
import { INTENTS } from "../world/events.ts";
import type { Guild } from "../world/guild.ts";
import type { User } from "../world/identity.ts";
import { channelOf, guildOf, userOf } from "../world/world.ts";
import type { World } from "../world/world.ts";

/** What pulls the ground from under a bot. Sessions are told as far as their intents go. */
export interface Upheaval {
  /** A member leaves; a bot without the members intent hears nothing. */
  removeMember(guild: Guild, user: User): void;
  /** The bot is thrown out. */
  removeBot(guild: Guild): void;
  deleteChannel(channel: Channel): void;
  archiveThread(thread: Channel, options?: { readonly isLocked?: boolean }): void;
  /** The person takes no direct messages from now on, or takes them again. */
  closeDirectMessages(user: User, isClosed?: boolean): void;
  /** The guild is out of reach from now on, or back. */
  setOutage(guild: Guild, isOut?: boolean): void;
}

/** Creates what changes a world under its bot. */
export function createUpheaval(world: World): Upheaval {
  const tell = (name: string, guildId: string, intents: number, data: () => Wire): void => {
    world.events.emit({ name, guildId, intents, encode: data });
    world.changes.announce();
  };
  return {
    removeMember: (guild, user) => {
      const { members, id } = guildOf(world, guild);
      if (!members.delete(user.id)) throw new Error(`User ${user.id} is not in guild ${id}`);
      tell("GUILD_MEMBER_REMOVE", id, INTENTS.guildMembers, () => ({ guild_id: id, user: encodeUser(user) }));
    },
    removeBot: (guild) => {
      const { members, id } = guildOf(world, guild);
      members.delete(world.bot.user.id);
      tell("GUILD_DELETE", id, INTENTS.guilds, () => ({ id }));
    },
    deleteChannel: (channel) => dropChannel(world, channelOf(world, channel)),
    archiveThread: (thread, { isLocked = false } = {}) =>
      setArchived(world, channelOf(world, thread), { isArchived: true, isLocked }),
    closeDirectMessages: (user, isClosed = true) => {
      userOf(world, user).takesDirectMessages = !isClosed;
    },
    setOutage: (guild, isOut = true) => {
      const state = guildOf(world, guild);
      state.isAvailable = !isOut;
      if (isOut) tell("GUILD_DELETE", state.id, INTENTS.guilds, () => ({ id: state.id, unavailable: true }));
      else tell("GUILD_CREATE", state.id, INTENTS.guilds, () => encodeGuild(world, state));
    },
  };
}
