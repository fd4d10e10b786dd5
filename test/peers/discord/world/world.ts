import type { Clock } from "../../../../src/runtime/ports.ts";
import { createChanges } from "../../shared/changes.ts";
import type { Changes } from "../../shared/changes.ts";
import type { Channel, ChannelState } from "./channel.ts";
import { createCommandStore } from "./commands.ts";
import type { CommandStore } from "./commands.ts";
import { createEvents } from "./events.ts";
import type { Events } from "./events.ts";
import { createFileStore } from "./files.ts";
import type { FileStore } from "./files.ts";
import type { Guild, GuildState } from "./guild.ts";
import type { Bot, User, UserState } from "./identity.ts";
import { createIdGiver } from "./ids.ts";
import type { IdGiver } from "./ids.ts";
import { ACKNOWLEDGE_WITHIN_MS } from "./interaction.ts";
import type { InteractionState } from "./interaction.ts";
import type { Mention } from "./mention.ts";
import type { Message } from "./message.ts";

/** How the bot of a world is made. */
export interface BotPlan {
  readonly token?: string;
  readonly username?: string;
  readonly applicationId?: string;
}

/** Everybody and everything the server knows. */
export interface World {
  readonly clock: Clock;
  /** How long an interaction can be acknowledged, ms. */
  readonly acknowledgeWithinMs: number;
  readonly ids: IdGiver;
  readonly bot: Bot;
  readonly users: Map<string, UserState>;
  readonly guilds: Map<string, GuildState>;
  readonly channels: Map<string, ChannelState>;
  /** Messages that were deleted, for clients that still show them. */
  readonly deleted: Map<string, Message>;
  readonly interactions: Map<string, InteractionState>;
  /** By token, for the routes that know nothing else. */
  readonly tokens: Map<string, InteractionState>;
  readonly commands: CommandStore;
  readonly files: FileStore;
  /** What the bot's messages mention, and what of it would have notified somebody. */
  readonly mentions: Mention[];
  readonly pings: Mention[];
  readonly events: Events;
  readonly changes: Changes;
  /** Where the server is reached, without a slash at the end; known once it listens. */
  origin: string;
}

/** Creates a world in which only the bot lives. */
export function createWorld(
  clock: Clock,
  plan: BotPlan = {},
  acknowledgeWithinMs: number = ACKNOWLEDGE_WITHIN_MS,
): World {
  const ids = createIdGiver(() => clock.now());
  const bot = createBot(ids, plan);
  return {
    clock,
    acknowledgeWithinMs,
    ids,
    bot,
    users: new Map([[bot.user.id, bot.user]]),
    guilds: new Map(),
    channels: new Map(),
    deleted: new Map(),
    interactions: new Map(),
    tokens: new Map(),
    commands: createCommandStore(bot.application.id, ids),
    files: createFileStore(() => clock.now()),
    mentions: [],
    pings: [],
    events: createEvents(),
    changes: createChanges(),
    origin: "",
  };
}

function createBot(ids: IdGiver, plan: BotPlan): Bot {
  const id = plan.applicationId ?? ids.next();
  const username = plan.username ?? "lobster";
  const token = plan.token ?? `${Buffer.from(id).toString("base64url")}.GTestA.${"t".repeat(38)}`;
  const user: UserState = {
    id,
    username,
    globalName: undefined,
    isBot: true,
    isWebhook: false,
    locale: "en-US",
    takesDirectMessages: false,
  };
  return { token, user, application: { id, name: username } };
}

/** The state behind a channel a test holds. Throws for one of another server or a deleted one. */
export function channelOf(world: World, channel: Channel): ChannelState {
  const state = world.channels.get(channel.id);
  if (state === undefined) throw new Error(`There is no channel ${channel.id} on this server`);
  return state;
}

/** The state behind a guild a test holds. Throws for one of another server. */
export function guildOf(world: World, guild: Guild): GuildState {
  const state = world.guilds.get(guild.id);
  if (state === undefined) throw new Error(`There is no guild ${guild.id} on this server`);
  return state;
}

/** The state behind an account a test holds. Throws for one of another server. */
export function userOf(world: World, user: User): UserState {
  const state = world.users.get(user.id);
  if (state === undefined) throw new Error(`There is no user ${user.id} on this server`);
  return state;
}

/** The message with an id, in whatever channel; deleted ones are gone. */
export function findMessage(world: World, id: string): Message | undefined {
  for (const channel of world.channels.values()) {
    const message = channel.messages.get(id);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** True when the account sees the message: it is there and not somebody else's ephemeral one. */
export function isVisibleTo(message: Message, userId: string): boolean {
  return !message.isDeleted && (message.onlyFor === undefined || message.onlyFor === userId);
}
