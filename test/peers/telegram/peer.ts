import type { Clock } from "../../../src/runtime/ports.ts";
import type { Observing } from "./act/observe.ts";
import type { Populating } from "./act/populate.ts";
import type { Pressing } from "./act/press.ts";
import type { Upheaval } from "./act/upheaval.ts";
import type { Writing } from "./act/write.ts";
import type { Faults } from "./faults.ts";
import type { LoggedRequest, Oddity, Refusal } from "./request-log.ts";
import type { Wire } from "../shared/wire.ts";
import type { Bot, User } from "./world/identity.ts";

/** A bot as a test sets it up; what is left out is made up. */
export interface BotPlan {
  readonly id?: number;
  readonly firstName?: string;
  readonly username?: string;
  readonly token?: string;
  /** On by default, as on the platform. */
  readonly privacy?: boolean;
}

/** How a peer differs from the default one. */
export interface TelegramPeerOptions {
  readonly bot?: BotPlan;
  /** Dates, expiry, poll timeouts, delays. The system's by default. */
  readonly clock?: Clock;
  readonly firstUpdateId?: number;
  /** How long a callback query can be answered, ms *(assumed)*. */
  readonly callbackTtlMs?: number;
  /** Deliver a press without an answer again, once, after this time. Off by default. */
  readonly repeatPressesAfterMs?: number;
  /** Refuse what comes faster than the platform's rates. Off by default. */
  readonly enforceRates?: boolean;
  /** The server's waits of 3 s against loops: same offset again, a second conflict. Off by default. */
  readonly loopGuard?: boolean;
  /** The wait before the second repetition of a webhook delivery, ms. */
  readonly webhookRetryMs?: number;
}

/** A Bot API server on loopback, the people and chats on it, and what can go wrong with it. */
export interface TelegramPeer extends Populating, Writing, Pressing, Upheaval, Observing {
  /** The API root, without a slash at the end. */
  readonly url: string;
  /** The token of the main bot. */
  readonly token: string;
  readonly bot: Bot;
  readonly botUser: User;
  /** Every request, oldest first. */
  readonly log: readonly LoggedRequest[];
  /** The requests the platform would have refused; those with `malformed` whatever the chats were like. */
  readonly refused: readonly Refusal[];
  /** What the platform accepts and reads otherwise than it was written: unknown parameters, two kinds of markup … */
  readonly oddities: readonly Oddity[];
  readonly faults: Faults;
  addBot(plan?: BotPlan): Bot;
  /** Sends any update, for what people cannot do. */
  inject(kind: string, body: Wire, bot?: Bot): void;
  /** Ends the connections of polls that wait, without an answer. Returns how many. */
  cutPolls(): number;
  /** Ends every connection and refuses new ones. */
  goDown(): Promise<void>;
  /** Comes back on the same port, with everything it knew. */
  comeUp(): Promise<void>;
  stop(): Promise<void>;
}
