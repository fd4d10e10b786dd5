import { badRequest } from "../api/error.ts";
import type { Bot, User } from "./identity.ts";
import type { Message } from "./message.ts";

/** What the person who pressed was shown. */
export interface PressAnswer {
  /** Empty when nothing was shown. */
  readonly text: string;
  readonly alert: boolean;
  readonly url: string;
  readonly queryId: string;
}

/** A press of a button: one or more callback queries, when the platform delivers it again. */
export interface PressRecord {
  readonly bot: Bot;
  readonly user: User;
  readonly message: Message;
  readonly data: string;
  readonly queryIds: string[];
  readonly answers: PressAnswer[];
}

/** The callback queries of the server. */
export interface PressStore {
  /** Makes a new callback query of a press, the first or a repeated one, and returns its id. */
  open(press: PressRecord): string;
  /** Answers a query: once, by the bot it was sent to, and not too late. Throws the server's refusal. */
  answer(bot: Bot, answer: PressAnswer): void;
}

/** Creates the store. `ttlMs`: how long a query can be answered; `now` in ms. */
export function createPressStore(ttlMs: number, now: () => number): PressStore {
  const open = new Map<string, { readonly press: PressRecord; readonly until: number }>();
  let count = 0;
  return {
    open: (press) => {
      count += 1;
      // 64-bit ids on the wire, beyond what a JavaScript number holds.
      const id = String(BigInt(press.user.id) * 4_294_967_296n + 1_000_000_007n * BigInt(count));
      press.queryIds.push(id);
      open.set(id, { press, until: now() + ttlMs });
      return id;
    },
    answer: (bot, answer) => {
      const known = open.get(answer.queryId);
      if (known === undefined || known.press.bot.token !== bot.token || now() >= known.until) {
        throw badRequest("query is too old and response timeout expired or query ID is invalid");
      }
      open.delete(answer.queryId);
      known.press.answers.push(answer);
    },
  };
}
