import type { Conversation, MessageRef } from "../../../src/bot/adapter.ts";
import { readInteger, readList, readMember, readText } from "../../../src/bot/platform/fields.ts";
import { HISTORY_PAGE } from "../wire/api.ts";
import type { BotIdentity } from "../decode.ts";
import { markOf } from "../wire/mark.ts";
import { call, describeFailure } from "../wire/called.ts";
import { firstIdAt, isSnowflake, messageOf } from "../wire/conversation.ts";
import { listPlaces, type PlaceParts } from "./place.ts";

/** What finding takes. */
export interface FindParts extends PlaceParts {
  readonly bot: BotIdentity;
}

/** What is looked for: the bot's own message with this nonce, sent no earlier than this, as a reply to another one. */
export interface Sought {
  readonly nonce: string;
  readonly sinceMs: number;
  readonly replyTo?: MessageRef | undefined;
}

/** Clocks of two machines differ by less, ms. */
const SKEW_MS = 60_000;

/** So many pages are looked through; a channel in which more was written meanwhile is not searched to its end. */
const MAX_PAGES = 5;

/**
 * Looks for a message in the history of a conversation, from the time it may have been sent on, wherever in it the message
 * may stand. Undefined when it is not there, or Discord does not show the history to the bot. Rejects when Discord could
 * not be asked: then nothing is known.
 */
export async function findMessage(
  parts: FindParts,
  conversation: Conversation,
  sought: Sought,
): Promise<MessageRef | undefined> {
  if (!isSnowflake(conversation.id)) return undefined;
  for (const { channelId } of listPlaces(parts, conversation, sought.replyTo)) {
    const messageId = await findIn(parts, channelId, sought);
    if (messageId !== undefined) return messageOf(conversation, { channelId, messageId });
  }
  return undefined;
}

async function findIn({ client, bot }: FindParts, channelId: string, { nonce, sinceMs }: Sought) {
  let after = firstIdAt(sinceMs - SKEW_MS);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await call(() => client.api.listMessages(channelId, after));
    if (listed.kind === "refused" && listed.retryAfterMs === undefined) return undefined;
    if (listed.kind !== "ok") throw new Error(`The history was not shown: ${describeFailure(listed).why}`);
    const messages = Array.isArray(listed.value) ? listed.value.map((message: unknown) => message) : [];
    const messageId = readText(
      messages.find((message) => isSought(message, bot, nonce)),
      "id",
    );
    if (messageId !== undefined) return messageId;
    const newest = messages
      .map((message) => readText(message, "id") ?? "0")
      .toSorted(compareIds)
      .at(-1);
    if (messages.length < HISTORY_PAGE || newest === undefined) return undefined;
    after = newest;
  }
  return undefined;
}

/** A nonce is not always shown again; the mark of the message's frame is. */
function isSought(message: unknown, bot: BotIdentity, nonce: string): boolean {
  if (readText(readMember(message, "author"), "id") !== bot.id) return false;
  if (readText(message, "nonce") === nonce) return true;
  return readList(message, "components").some((part) => readInteger(part, "id") === markOf(nonce));
}

function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
