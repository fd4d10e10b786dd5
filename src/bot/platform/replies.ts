import type {
  AdapterLimits,
  Conversation,
  MessageRef,
  OutboundFile,
  OutboundMessage,
  SendOutcome,
} from "../adapter.ts";
import type { Log } from "../log.ts";
import type { RichText } from "../text/rich-text.ts";
import type { Clock } from "./clock.ts";

/** Says something in answer to an event, as a message. */
export interface Replies {
  /**
   * Resolves when it was sent, or when it has to wait its turn, which happens behind the scenes: whoever answers is
   * never held up by a limit of rates. What may have been sent is not sent again. True when it surely was sent.
   */
  send(
    conversation: Conversation,
    body: RichText,
    files: readonly OutboundFile[],
    replyTo?: MessageRef,
  ): Promise<boolean>;
  /** Gives up on what still waits. */
  stop(): void;
}

/** What sending answers takes. */
export interface ReplyParts {
  /** One attempt. */
  readonly send: (
    conversation: Conversation,
    message: OutboundMessage,
    replyTo: MessageRef | undefined,
  ) => Promise<SendOutcome>;
  readonly limits: Pick<AdapterLimits, "fits">;
  /** A body as text alone, for a file. */
  readonly encodePlain: (body: RichText) => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** An answer later than this helps nobody, ms. */
const MAX_WAIT_MS = 2 * 60_000;

/** Creates the sender of answers. */
export function createReplies(parts: ReplyParts): Replies {
  const stopping = new AbortController();

  const attempt = async (
    conversation: Conversation,
    message: OutboundMessage,
    replyTo: MessageRef | undefined,
    untilMs: number,
  ): Promise<boolean> => {
    const outcome = await parts.send(conversation, message, replyTo);
    if (outcome.kind === "sent") return true;
    // The message that is answered stayed behind in the old group.
    if (outcome.kind === "moved") return await attempt(outcome.to, message, undefined, 0);
    if (outcome.kind !== "later" || parts.clock.now() + outcome.retryAfterMs > untilMs) {
      parts.log.warn("answer_not_sent", { outcome: outcome.kind, conversation: conversation.id });
      return false;
    }
    void later(outcome.retryAfterMs, () => attempt(conversation, message, replyTo, untilMs));
    return false;
  };

  const later = async (waitMs: number, work: () => Promise<unknown>): Promise<void> => {
    try {
      await parts.clock.sleep(waitMs, stopping.signal);
      await work();
    } catch {
      parts.log.warn("answer_not_sent", { outcome: "stopped" });
    }
  };

  return {
    send: (conversation, body, files, replyTo) => {
      const message = composeAnswer(parts, body, files);
      return attempt(conversation, message, replyTo, parts.clock.now() + MAX_WAIT_MS);
    },
    stop: () => stopping.abort(),
  };
}

/** An answer as a message; one that is longer than a message goes along whole, as a file. */
export function composeAnswer(
  { limits, encodePlain }: Pick<ReplyParts, "limits" | "encodePlain">,
  body: RichText,
  files: readonly OutboundFile[],
): OutboundMessage {
  const message: OutboundMessage = files.length === 0 ? { body } : { body, files };
  if (limits.fits(message)) return message;
  return { body: [], files: [{ name: "answer.txt", text: encodePlain(body) }, ...files] };
}
