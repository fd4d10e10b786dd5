import type { Conversation, MessageRef } from "../../../src/bot/adapter.ts";

/** Where Discord has a message. A message of ours in the thread of a run belongs to the channel that the thread is in. */
export interface Address {
  readonly channelId: string;
  readonly messageId: string;
}

/** A conversation by the id of its channel, thread or direct messages. */
export function conversationOf(channelId: string): Conversation {
  return { platform: "discord", id: channelId };
}

/** A message of a conversation: `<message>`, or `<thread>-<message>` for one in a thread of the conversation. */
export function messageOf(conversation: Conversation, { channelId, messageId }: Address): MessageRef {
  return { conversation, id: channelId === conversation.id ? messageId : `${channelId}-${messageId}` };
}

/** Where a message is; undefined for ids that are not Discord's. */
export function addressOf({ conversation, id }: MessageRef): Address | undefined {
  const [, thread, messageId] = /^(?:(\d{1,20})-)?(\d{1,20})$/.exec(id) ?? [];
  if (messageId === undefined || !isSnowflake(conversation.id)) return undefined;
  return { channelId: thread ?? conversation.id, messageId };
}

/** True for an id of Discord's. */
export function isSnowflake(text: string): boolean {
  return /^\d{15,20}$/.test(text);
}

/** Discord's epoch: ids carry the ms since then above their lowest 22 bits. */
const EPOCH_MS = 1_420_070_400_000;

/** When an id was given out, ms. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH_MS;
}

/** The smallest id that was given out at or after a time. */
export function firstIdAt(ms: number): string {
  return String(BigInt(Math.max(0, Math.floor(ms) - EPOCH_MS)) << 22n);
}
