import type { Conversation, MessageRef } from "../../../src/bot/adapter.ts";
import { readFlag, readInteger, readMember } from "../../../src/bot/platform/fields.ts";

/** How Telegram is told where to send. */
export interface Address {
  readonly chat_id: number;
  readonly message_thread_id?: number;
}

/** The conversation of a message. Replies in an ordinary group carry a thread, too, which is no topic. */
export function decodeConversation(message: unknown): Conversation | undefined {
  const id = readInteger(readMember(message, "chat"), "id");
  if (id === undefined) return undefined;
  const topic = readFlag(message, "is_topic_message") ? readInteger(message, "message_thread_id") : undefined;
  return conversationOf(id, topic);
}

/** A conversation by Telegram's numbers. */
export function conversationOf(chatId: number, topic?: number): Conversation {
  const base = { platform: "telegram", id: String(chatId) } as const;
  return topic === undefined ? base : { ...base, topic: String(topic) };
}

/** A message by Telegram's numbers; undefined where the number is missing. */
export function messageOf(conversation: Conversation, message: unknown): MessageRef | undefined {
  const id = readInteger(message, "message_id");
  return id === undefined ? undefined : { conversation, id: String(id) };
}

/** Where to send; undefined for ids that are not Telegram's. Every send into a topic has to name it. */
export function addressOf({ id, topic }: Conversation): Address | undefined {
  const chatId = readNumber(id);
  if (chatId === undefined) return undefined;
  if (topic === undefined) return { chat_id: chatId };
  const thread = readNumber(topic);
  return thread === undefined ? undefined : { chat_id: chatId, message_thread_id: thread };
}

/** A message's number; undefined for ids that are not Telegram's. */
export function numberOf({ id }: MessageRef): number | undefined {
  return readNumber(id);
}

function readNumber(text: string): number | undefined {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** True for groups, supergroups and channels; a private chat has the id of its person. */
export function isGroup({ id }: Conversation): boolean {
  return id.startsWith("-");
}

/** A link for members of the chat. Only supergroups and channels have links, by their id without its `-100`. */
export function linkTo({ conversation, id }: MessageRef): string | undefined {
  const [, chat] = /^-100(\d+)$/.exec(conversation.id) ?? [];
  if (chat === undefined) return undefined;
  const topic = conversation.topic === undefined ? "" : `${conversation.topic}/`;
  return `https://t.me/c/${chat}/${topic}${id}`;
}
