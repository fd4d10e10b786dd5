import { encodeGuild, encodeRole } from "../encode/encode-guild.ts";
import { encodeMember } from "../encode/encode-user.ts";
import { openThread as openThreadState } from "../messages/threads.ts";
import { tellChannel } from "../routes/channels.ts";
import type { Channel } from "../world/channel.ts";
import { INTENTS } from "../world/events.ts";
import type { Guild, GuildState, Role, RoleState } from "../world/guild.ts";
import type { User, UserState } from "../world/identity.ts";
import { MEMBER_PERMISSIONS, bitsOf } from "../world/permissions.ts";
import type { Permission } from "../world/permissions.ts";
import { addChannelState, handleOf, openDirect } from "../world/places.ts";
import type { ChannelPlan } from "../world/places.ts";
import { channelOf, guildOf, userOf } from "../world/world.ts";
import type { World } from "../world/world.ts";

/** A guild as a test sets it up; what is left out is made up. */
export interface GuildPlan {
  readonly id?: string;
  readonly name?: string;
  readonly members?: readonly User[];
  /** One of the members; an account nobody acts as when absent. */
  readonly owner?: User;
  /** What the bot may beyond what everybody may. */
  readonly botPermissions?: readonly Permission[];
  /** The bot is not in it. */
  readonly withoutBot?: boolean;
  readonly locale?: string;
}

/** What makes up the places people and bots meet. Sessions that are there are told. */
export interface Populating {
  addUser(user?: Partial<Omit<User, "isWebhook">>): User;
  addGuild(plan?: GuildPlan): Guild;
  addRole(guild: Guild, plan?: { name?: string; permissions?: readonly Permission[]; isMentionable?: boolean }): Role;
  giveRole(user: User, role: Role): void;
  addMember(guild: Guild, user: User, options?: { readonly nickname?: string }): void;
  addChannel(
    guild: Guild,
    plan?: { readonly id?: string; readonly name?: string; readonly kind?: ChannelPlan["kind"] },
  ): Channel;
  /** A thread that a person opens. */
  openThread(user: User, parent: Channel, name: string, options?: { readonly isPrivate?: boolean }): Channel;
  /** The direct messages of a person and the bot. */
  directChannel(user: User): Channel;
  /** Allows and denies a role or an account in a channel; whoever is there loses what it had set before. */
  setPermissions(
    channel: Channel,
    whom: Role | User,
    permissions: { readonly allow?: readonly Permission[]; readonly deny?: readonly Permission[] },
  ): void;
}

/** Creates what populates a world. */
export function createPopulating(world: World): Populating {
  let people = 0;
  const tell = (name: string, guild: GuildState, data: Parameters<World["events"]["emit"]>[0]["encode"]): void => {
    world.events.emit({
      name,
      guildId: guild.id,
      intents: name.startsWith("GUILD_MEMBER") ? INTENTS.guildMembers : INTENTS.guilds,
      encode: data,
    });
    world.changes.announce();
  };
  const join = (guild: GuildState, user: UserState, nickname?: string): void => {
    const member = { user, roleIds: new Set<string>(), joinedAt: world.clock.now(), nickname };
    guild.members.set(user.id, member);
    tell("GUILD_MEMBER_ADD", guild, () => ({ ...encodeMember(member), guild_id: guild.id }));
  };
  const addUser: Populating["addUser"] = (plan = {}) => {
    people += 1;
    const user: UserState = {
      id: plan.id ?? world.ids.next(),
      username: plan.username ?? `person${people}`,
      globalName: plan.globalName,
      isBot: plan.isBot ?? false,
      isWebhook: false,
      locale: plan.locale ?? "en-US",
      takesDirectMessages: true,
    };
    if (world.users.has(user.id)) throw new Error(`User ${user.id} is there already`);
    world.users.set(user.id, user);
    return user;
  };
  return {
    addUser,
    addGuild: (plan = {}) => {
      const owner = userOf(world, plan.owner ?? addUser({ username: "owner" }));
      const guild = createGuild(world, plan, owner);
      for (const user of [owner, ...(plan.members ?? [])]) {
        if (!guild.members.has(user.id)) join(guild, userOf(world, user));
      }
      if (plan.withoutBot !== true) {
        addBot(world, guild, plan.botPermissions ?? []);
        tell("GUILD_CREATE", guild, () => encodeGuild(world, guild));
      }
      return { id: guild.id, name: guild.name };
    },
    addRole: (guild, plan = {}) => {
      const state = guildOf(world, guild);
      const role = createRole(state, { id: world.ids.next(), ...plan });
      tell("GUILD_ROLE_CREATE", state, () => ({ guild_id: state.id, role: encodeRole(role) }));
      return { id: role.id, guildId: state.id, name: role.name };
    },
    giveRole: (user, role) => {
      const guild = guildOf(world, { id: role.guildId, name: "" });
      const member = guild.members.get(user.id);
      if (member === undefined) throw new Error(`User ${user.id} is not in guild ${guild.id}`);
      member.roleIds.add(role.id);
      tell("GUILD_MEMBER_UPDATE", guild, () => ({ ...encodeMember(member), guild_id: guild.id }));
    },
    addMember: (guild, user, { nickname } = {}) => join(guildOf(world, guild), userOf(world, user), nickname),
    addChannel: (guild, { id, name = "general", kind = "text" } = {}) => {
      const channel = addChannelState(world, { guild: guildOf(world, guild), id, name, kind });
      tellChannel(world, channel, "CHANNEL_CREATE");
      return handleOf(channel);
    },
    openThread: (user, parent, name, { isPrivate = false } = {}) =>
      handleOf(
        openThreadState(world, {
          parent: channelOf(world, parent),
          kind: isPrivate ? "privateThread" : "publicThread",
          name,
          ownerId: user.id,
        }),
      ),
    directChannel: (user) => handleOf(openDirect(world, userOf(world, user))),
    setPermissions: (channel, whom, { allow = [], deny = [] }) => {
      const state = channelOf(world, channel);
      const kind = "guildId" in whom ? "role" : "member";
      state.overwrites.set(whom.id, { id: whom.id, kind, allow: bitsOf(allow), deny: bitsOf(deny) });
      tellChannel(world, state, "CHANNEL_UPDATE");
    },
  };
}

function createGuild(world: World, plan: GuildPlan, owner: UserState): GuildState {
  const guild: GuildState = {
    id: plan.id ?? world.ids.next(),
    name: plan.name ?? "Release crew",
    ownerId: owner.id,
    locale: plan.locale ?? "en-US",
    roles: new Map(),
    members: new Map(),
    createdAt: world.clock.now(),
    isAvailable: true,
  };
  createRole(guild, { id: guild.id, name: "@everyone", permissions: MEMBER_PERMISSIONS });
  world.guilds.set(guild.id, guild);
  return guild;
}

/** The bot comes with a role of its own, as from an invite link with these permissions. */
function addBot(world: World, guild: GuildState, permissions: readonly Permission[]): void {
  const { user, application } = world.bot;
  const plan = { id: world.ids.next(), name: application.name, permissions, botId: user.id };
  const role = createRole(guild, plan);
  const member = { user, roleIds: new Set([role.id]), joinedAt: world.clock.now(), nickname: undefined };
  guild.members.set(user.id, member);
}

function createRole(
  guild: GuildState,
  plan: {
    readonly id: string;
    readonly name?: string;
    readonly permissions?: readonly Permission[];
    readonly isMentionable?: boolean;
    readonly botId?: string;
  },
): RoleState {
  const role: RoleState = {
    id: plan.id,
    guildId: guild.id,
    name: plan.name ?? "role",
    permissions: bitsOf(plan.permissions ?? []),
    position: guild.roles.size,
    isMentionable: plan.isMentionable ?? false,
    botId: plan.botId,
  };
  guild.roles.set(role.id, role);
  return role;
}
