import type { AdapterHost, InboundEvent } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import type { RichText } from "../../../src/bot/text/rich-text.ts";
import { call } from "../wire/called.ts";
import type { TelegramClient } from "../client.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import type { Decoded, Written } from "../decode.ts";
import { encodePlain } from "../encode.ts";
import type { Replies } from "../../../src/bot/platform/replies.ts";

/** How somebody who did something is answered. */
export interface Answer extends Pick<InboundEvent, "respond" | "acknowledge"> {
  /** The event was handled: whoever waits for an answer and got none waits no longer. */
  finish(): Promise<void>;
}

/** What answering takes. */
export interface AnswerParts {
  readonly client: TelegramClient;
  readonly replies: Replies;
  readonly clock: Clock;
  readonly log: Log;
  readonly wordsFor: AdapterHost["wordsFor"];
}

type Press = Extract<Decoded, { readonly kind: "press" }>;

/** Messages have no answer of their own: everything said replies to them. */
export function answerMessage({ replies }: Pick<AnswerParts, "replies">, { conversation, message }: Written): Answer {
  return {
    respond: (body, files = []) => replies.send(conversation, body, files, message),
    acknowledge: () => Promise.resolve(),
    finish: () => Promise.resolve(),
  };
}

/** Characters of the answer to a press. */
const MAX_CALLBACK_ANSWER_CHARS = 200;

/** A press is answered within this, ms (chat §3). */
const PRESS_LIMIT_MS = 1_000;

/** Longer than this, an answer is gone before it was read, so it waits to be closed. */
const MAX_GLANCE_CHARS = 60;

/**
 * A press has one answer, shown to the person alone: the verdict if it comes within a second and is short, else a word
 * that it was received or where to look; what is said after that replies to the message with the button.
 */
export function answerPress(parts: AnswerParts, press: Press): Answer {
  const waiting = new AbortController();
  const words = parts.wordsFor(press.sender, press.conversation).telegram;
  let told: Promise<boolean> | undefined;
  const tellOnce = (text: string): Promise<boolean> => {
    waiting.abort();
    told ??= tell(parts, press, text);
    return told;
  };
  parts.clock.sleep(PRESS_LIMIT_MS, waiting.signal).then(
    () => void tellOnce(words.received()),
    () => undefined,
  );
  return {
    respond: async (body, files = []) => {
      const text = files.length === 0 ? shorten(body) : undefined;
      if (told === undefined) {
        const isTold = await tellOnce(text ?? words.seeMessage());
        if (isTold && text !== undefined) return true;
      }
      return await parts.replies.send(press.conversation, body, files, press.message);
    },
    acknowledge: async () => {
      await tellOnce("");
    },
    finish: async () => {
      await tellOnce("");
    },
  };
}

/** Ends the wait for a press that leads nowhere. */
export async function dismissPress(client: TelegramClient, queryId: string): Promise<void> {
  await call(() => client.api.answerCallbackQuery({ callback_query_id: queryId }));
}

/** The text of an answer that fits; undefined for a longer one. */
function shorten(body: RichText): string | undefined {
  const text = encodePlain(body);
  return text.length <= MAX_CALLBACK_ANSWER_CHARS ? text : undefined;
}

/**
 * Answers. A reply that was lost is asked for once more: an answer that did arrive makes the second one stale, and no
 * harm is done. False when the person was not reached, because the press is too old or the network is down.
 */
async function tell(parts: AnswerParts, { queryId }: Press, text: string): Promise<boolean> {
  const request = {
    callback_query_id: queryId,
    ...(text === "" ? {} : { text }),
    ...(text.length > MAX_GLANCE_CHARS ? { show_alert: true } : {}),
  };
  const first = await call(() => parts.client.api.answerCallbackQuery(request));
  if (first.kind === "ok") return true;
  const second = first.kind === "unknown" ? await call(() => parts.client.api.answerCallbackQuery(request)) : first;
  const isTold = first.kind === "unknown" && (second.kind === "ok" || second.kind === "refused");
  if (!isTold) parts.log.info("press_answered_late", { outcome: second.kind });
  return isTold;
}
