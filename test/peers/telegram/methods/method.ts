import type { Parameters } from "../api/parameters.ts";
import type { Mail } from "../updates/mailbox.ts";
import type { WireValue } from "../../shared/wire.ts";
import type { CommandStore } from "../world/commands.ts";
import type { Bot } from "../world/identity.ts";
import type { PressStore } from "../world/presses.ts";
import type { RateKeeper } from "../world/rates.ts";
import type { World } from "../world/world.ts";

/** What the server keeps for its methods. */
export interface Services {
  readonly world: World;
  readonly mail: Mail;
  readonly presses: PressStore;
  readonly commands: CommandStore;
  readonly rates: RateKeeper;
  /** The actions bots showed, oldest first. */
  readonly chatActions: { readonly chatKey: string; readonly topicId: number | undefined; readonly action: string }[];
  /** The wait before a webhook's second repetition, ms. */
  readonly webhookRetryMs: number;
  /** Calls a method for a bot, as when a webhook answers with one. */
  readonly call: (bot: Bot, method: string, values: Readonly<Record<string, unknown>>) => void;
}

/** One call. */
export interface Call extends Services {
  /** As the table writes it. */
  readonly method: string;
  readonly bot: Bot;
  readonly parameters: Parameters;
  /** Aborts when the caller hangs up. */
  readonly gone: AbortSignal;
}

/** What a method answers; some say a word besides. */
export interface Answer {
  readonly result: WireValue;
  readonly description?: string;
}

/** A method of the Bot API. Refuses by throwing an ApiError. */
export type Method = (call: Call) => Answer | Promise<Answer>;
