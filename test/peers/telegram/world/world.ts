import type { Clock } from "../../../../src/runtime/ports.ts";
import { groupKey, privateKey } from "./chat.ts";
import type { Chat, ChatKind, ChatState } from "./chat.ts";
import { createChanges } from "../../shared/changes.ts";
import type { Changes } from "../../shared/changes.ts";
import { createFileStore } from "./files.ts";
import type { FileStore } from "./files.ts";
import type { Bot, User } from "./identity.ts";
import type { Message } from "./message.ts";

/** Everybody and everything the server knows. */
export interface World {
  readonly clock: Clock;
  readonly users: Map<number, User>;
  /** Accounts that were deleted. */
  readonly deactivated: Set<number>;
  readonly bots: Map<string, Bot>;
  readonly chats: Map<string, ChatState>;
  readonly files: FileStore;
  readonly changes: Changes;
  /** Unix time, seconds. */
  now(): number;
}

/** What a new chat is made of. */
export interface ChatPlan {
  readonly id: number;
  readonly kind: ChatKind;
  readonly title: string;
  readonly username?: string;
  readonly isForum?: boolean;
  readonly pair?: { readonly botId: number; readonly userId: number };
}

/** Creates a world in which nobody lives. */
export function createWorld(clock: Clock): World {
  return {
    clock,
    users: new Map(),
    deactivated: new Set(),
    bots: new Map(),
    chats: new Map(),
    files: createFileStore(() => clock.now()),
    changes: createChanges(),
    now: () => Math.floor(clock.now() / 1000),
  };
}

/** Adds a chat without members or messages. */
export function addChat(world: World, plan: ChatPlan): ChatState {
  const { pair } = plan;
  const chat: ChatState = {
    key: pair === undefined ? groupKey(plan.id) : privateKey(pair.botId, pair.userId),
    id: plan.id,
    kind: plan.kind,
    title: plan.title,
    username: plan.username,
    isForum: plan.isForum ?? false,
    pair,
    members: new Map(),
    topics: new Map(),
    messages: new Map(),
    generalClosed: false,
    lastMessageId: 0,
    migratedTo: undefined,
    linkedChannel: undefined,
    started: false,
    blocked: false,
  };
  world.chats.set(chat.key, chat);
  return chat;
}

/** The state behind what a test holds. Throws for a chat of another server. */
export function stateOf(world: World, chat: Chat): ChatState {
  const state = world.chats.get(chat.key);
  if (state === undefined) throw new Error(`There is no chat ${chat.key} on this server`);
  return state;
}

/** The chat a bot means by a numeric id: its private chat with a person, or any other chat. */
export function chatFor(world: World, bot: Bot, id: number): ChatState | undefined {
  return world.chats.get(id > 0 ? privateKey(bot.user.id, id) : groupKey(id));
}

/** The chat with a public name. */
export function chatNamed(world: World, username: string): ChatState | undefined {
  const wanted = username.replace(/^@/, "").toLowerCase();
  return [...world.chats.values()].find((chat) => chat.kind !== "private" && chat.username?.toLowerCase() === wanted);
}

/** The bot of an account; undefined for people and for bots that are not of this server. */
export function botOf(world: World, user: User | undefined): Bot | undefined {
  return [...world.bots.values()].find((bot) => bot.user.id === user?.id);
}

/** A message that is not deleted. */
export function messageOf(chat: ChatState, id: number): Message | undefined {
  return chat.messages.get(id);
}
