import type { Conversation, MessageRef } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import type { DiscordClient } from "../client.ts";
import { call, describeFailure, type Called } from "../wire/called.ts";
import { addressOf, type Address } from "../wire/conversation.ts";

/** What choosing a place takes. */
export interface PlaceParts {
  readonly client: DiscordClient;
  readonly log: Log;
  /** A thread is opened for each run, in which everything about it stands. */
  readonly threadPerRun: boolean;
}

/** Where a message can go: the channel of a conversation, or the thread of a run in it. */
export interface Place {
  readonly channelId: string;
  /** The message of the same channel that it replies to. */
  readonly replyTo?: string;
}

/**
 * The places for a message, the best one first. A reply to a message in a thread goes into that thread; a reply to a card
 * goes into the thread that was opened from it, which has the number of the card. Where there is no such thread, or nobody
 * may write in it any more, the message goes into the channel.
 */
export function listPlaces(
  { threadPerRun }: Pick<PlaceParts, "threadPerRun">,
  conversation: Conversation,
  replyTo: MessageRef | undefined,
): readonly Place[] {
  const channel: Place = { channelId: conversation.id };
  const target = replyTo === undefined ? undefined : addressOf(replyTo);
  if (target === undefined) return [channel];
  const beside: Place = { channelId: target.channelId, replyTo: target.messageId };
  if (target.channelId !== conversation.id) return [beside, channel];
  return threadPerRun ? [{ channelId: target.messageId }, beside] : [beside];
}

/** There is no such channel, or no such thread; or the thread is closed to the bot. */
const NOT_HERE: ReadonlySet<number> = new Set([10003, 50001, 50013, 160005]);

/** True when a message did not get into a thread, but may get into its channel. */
export function isNotHere(called: Called<unknown>): boolean {
  return called.kind === "refused" && NOT_HERE.has(called.code);
}

const MAX_NAME_CHARS = 100;

/** A thread in which nothing was written for so long is put aside, minutes. It wakes up with the next message. */
const ARCHIVE_AFTER_MIN = 1440;

/** Opens the thread of a message that has just been sent. Without it, what replies stands in the channel. */
export async function openThread(
  { client, log }: PlaceParts,
  { channelId, messageId }: Address,
  name: string,
): Promise<void> {
  const body = {
    name: name.trim() === "" ? "…" : cutText(name, MAX_NAME_CHARS),
    auto_archive_duration: ARCHIVE_AFTER_MIN,
  };
  const opened = await call(() => client.api.openThread(channelId, messageId, body));
  if (opened.kind !== "ok") log.warn("thread_not_opened", { why: describeFailure(opened).why, channel: channelId });
}
