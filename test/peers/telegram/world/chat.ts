import type { Message } from "./message.ts";

/** What a chat is. */
export type ChatKind = "private" | "group" | "supergroup" | "channel";

/** What a test holds of a chat. `key` tells private chats of several bots apart: their `id` is the person's. */
export interface Chat {
  readonly key: string;
  readonly id: number;
  readonly kind: ChatKind;
  readonly title: string;
}

/** What a member may be. `anonymous` administrators write as the group. */
export type Role = "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";

/** A topic of a forum; its id is that of the service message it began with. */
export interface Topic {
  readonly id: number;
  readonly name: string;
  closed: boolean;
}

/** What the server knows of a chat. */
export interface ChatState extends Chat {
  readonly username: string | undefined;
  readonly isForum: boolean;
  /** Private chats: the bot and the person. */
  readonly pair: { readonly botId: number; readonly userId: number } | undefined;
  readonly members: Map<number, Role>;
  readonly topics: Map<number, Topic>;
  readonly messages: Map<number, Message>;
  generalClosed: boolean;
  lastMessageId: number;
  /** A group that was upgraded: the supergroup it became. */
  migratedTo: ChatState | undefined;
  /** A supergroup that discusses a channel. */
  linkedChannel: ChatState | undefined;
  /** Private chats: the person pressed Start. */
  started: boolean;
  /** Private chats: the person blocked the bot. */
  blocked: boolean;
}

/** What a test may hold of a chat: its names, without what the server knows. */
export function handleOf({ key, id, kind, title }: Chat): Chat {
  return { key, id, kind, title };
}

/** The key of a bot's private chat with a person. */
export function privateKey(botId: number, userId: number): string {
  return `private:${botId}:${userId}`;
}

/** The key of every other chat. */
export function groupKey(id: number): string {
  return `chat:${id}`;
}

/** True for groups of both kinds. */
export function isGroup({ kind }: Chat): boolean {
  return kind === "group" || kind === "supergroup";
}

/** True when the member is in the chat. */
export function isIn(role: Role | undefined): boolean {
  return role !== undefined && role !== "left" && role !== "kicked";
}

/** True when the member is an administrator. */
export function isAdmin(role: Role | undefined): boolean {
  return role === "creator" || role === "administrator";
}
