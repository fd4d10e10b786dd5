import type { Channel, ChannelKind, ChannelState } from "./channel.ts";
import type { GuildState } from "./guild.ts";
import type { UserState } from "./identity.ts";
import type { World } from "./world.ts";

/** A channel of a guild to be added. */
export interface ChannelPlan {
  readonly guild: GuildState;
  readonly name: string;
  readonly kind: Exclude<ChannelKind, "dm" | "publicThread" | "privateThread">;
  readonly parent?: ChannelState | undefined;
  readonly id?: string | undefined;
}

/** Adds a channel without messages. */
export function addChannelState(world: World, plan: ChannelPlan): ChannelState {
  return put(world, {
    ...createEmpty(),
    id: plan.id ?? world.ids.next(),
    kind: plan.kind,
    guildId: plan.guild.id,
    guild: plan.guild,
    parent: plan.parent,
    recipient: undefined,
    name: plan.name,
  });
}

/** The direct messages of a person and the bot: those there are, or new ones. */
export function openDirect(world: World, user: UserState): ChannelState {
  const known = [...world.channels.values()].find(({ recipient }) => recipient === user);
  if (known !== undefined) return known;
  return put(world, {
    ...createEmpty(),
    id: world.ids.next(),
    kind: "dm",
    guildId: undefined,
    guild: undefined,
    parent: undefined,
    recipient: user,
    name: "",
  });
}

/** What a test holds of a channel. */
export function handleOf({ id, kind, guildId }: ChannelState): Channel {
  return { id, kind, guildId };
}

function put(world: World, channel: ChannelState): ChannelState {
  world.channels.set(channel.id, channel);
  return channel;
}

function createEmpty(): Pick<
  ChannelState,
  "overwrites" | "messages" | "position" | "thread" | "topic" | "lastMessageId"
> {
  return {
    overwrites: new Map(),
    messages: new Map(),
    position: 0,
    thread: undefined,
    topic: undefined,
    lastMessageId: undefined,
  };
}
