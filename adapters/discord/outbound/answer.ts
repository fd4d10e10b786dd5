import type { AdapterHost, InboundEvent, OutboundMessage } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { composeAnswer, type Replies } from "../../../src/bot/platform/replies.ts";
import type { DiscordClient } from "../client.ts";
import type { BotIdentity } from "../decode.ts";
import type { Ages } from "../inbound/ages.ts";
import { encodePlain } from "../encode.ts";
import { discordLimits } from "../limits.ts";
import { createFirstAnswer, isFromMessage, type Answered, type First } from "./first-answer.ts";
import { createFurtherAnswers } from "./further-answers.ts";

/** How somebody who did something is answered. */
export interface Answer extends Pick<InboundEvent, "respond" | "acknowledge" | "openForm"> {
  /** Settles when the work may begin: the interaction was acknowledged, or its first answer is to come from the work. */
  readonly begun: Promise<Begun>;
  /** The event was handled: whoever waits for an answer and got none waits no longer. */
  finish(): Promise<void>;
}

/** What Discord says of an interaction that is taken on. */
export type Begun =
  | "in_time"
  /** Discord has told the person already that nothing came of it. */
  | "late"
  /** It was answered before. */
  | "repeated";

/** What answering takes. */
export interface AnswerParts {
  readonly client: DiscordClient;
  readonly bot: BotIdentity;
  readonly replies: Replies;
  readonly clock: Clock;
  readonly ages: Ages;
  readonly log: Log;
  readonly wordsFor: AdapterHost["wordsFor"];
}

/**
 * An interaction of this age is acknowledged, ms, and it is too late for a form: Discord waits for three seconds, and a try
 * that gets no answer is made once more.
 */
const FORM_LIMIT_MS = 1_800;

/** Whatever came from a message, a press above all, is answered within this, ms (chat §3). */
const PRESS_LIMIT_MS = 1_000;

/**
 * Answers an interaction. It is acknowledged before any work is done, unless it may be answered with a form, which Discord
 * takes as the first answer only. Everything said is seen by the person alone; where Discord has given up on the
 * interaction, it is said in the conversation instead.
 */
export function answerInteraction(parts: AnswerParts, decoded: Answered, opensForm: boolean): Answer {
  const { client, clock, ages, replies } = parts;
  const firstAnswer = createFirstAnswer(client, decoded);
  const further = createFurtherAnswers({ client, clock, application: parts.bot.application, token: decoded.token });
  const waiting = new AbortController();
  const reachedMs = clock.now();
  let first: Promise<First> | undefined;
  let isAnswered = false;

  const begin = async (answering: Promise<First>): Promise<First> => {
    first = answering;
    const outcome = await answering;
    // Nothing was answered yet: the next answer may be the first.
    if (outcome === "refused") first = undefined;
    else if (outcome !== "late" && outcome !== "double") ages.learn(decoded.eventId, reachedMs);
    return outcome;
  };
  const acknowledgeOnce = (): Promise<First> => first ?? begin(firstAnswer.acknowledge());
  const after = (ms: number, work: () => void): void => {
    clock.sleep(ms, waiting.signal).then(work, () => undefined);
  };
  const settle = (): void => {
    isAnswered = true;
    waiting.abort();
  };
  // What came from a message shows nothing by itself when it was acknowledged.
  const sayReceived = (): void => {
    if (isAnswered || !isFromMessage(decoded)) return;
    further.sayReceived(parts.wordsFor(decoded.sender, decoded.conversation).discord.received());
  };
  const tell = async (message: OutboundMessage): Promise<boolean> => {
    const outcome = await acknowledgeOnce();
    return outcome !== "late" && outcome !== "refused" && (await further.tell(message, outcome === "promised"));
  };

  // How long it was on its way counts; a clock that is behind gives no more time.
  const formMs = Math.min(FORM_LIMIT_MS, FORM_LIMIT_MS - ages.ageOf(decoded.eventId));
  const holdsBack = opensForm && formMs > 0;
  if (holdsBack) {
    after(formMs, () => {
      void acknowledgeOnce().then(sayReceived);
    });
  } else {
    void acknowledgeOnce();
    after(PRESS_LIMIT_MS, sayReceived);
  }

  return {
    begun: first === undefined ? Promise.resolve("in_time") : first.then(readBegun),
    respond: async (body, files = []) => {
      const isFirst = !isAnswered;
      settle();
      const message = composeAnswer({ limits: discordLimits, encodePlain }, body, files);
      if (isFirst && first === undefined && (await begin(firstAnswer.say(message))) === "said") return true;
      if (await tell(message)) return true;
      // In the conversation: what was decided is shown there anyway, and silence would be worse.
      const replyTo = isFromMessage(decoded) ? decoded.message : undefined;
      return await replies.send(decoded.conversation, body, files, replyTo);
    },
    acknowledge: async () => {
      settle();
      await further.dismiss((await acknowledgeOnce()) === "promised");
    },
    ...(holdsBack
      ? {
          openForm: async (form) => {
            if (first !== undefined || (await begin(firstAnswer.open(form))) !== "said") return false;
            settle();
            return true;
          },
        }
      : {}),
    finish: async () => {
      if (isAnswered) return;
      settle();
      await further.dismiss((await acknowledgeOnce()) === "promised");
    },
  };
}

function readBegun(first: First): Begun {
  if (first === "late") return "late";
  return first === "double" ? "repeated" : "in_time";
}
