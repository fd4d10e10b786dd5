import type { Deed, Place } from "./venue.ts";

/** What a bot asks of a platform: a new message, a change of one, an answer to who acted. */
export type Asked = "send" | "edit" | "answer";

/** Which requests a fault strikes. */
export interface TroubleScope {
  /** How many requests; one by default. */
  readonly times?: number;
  readonly place?: Place;
  /** Only requests whose text has this in it. */
  readonly saying?: string;
}

/** A fault that was set up. */
export interface Fault {
  /** When it struck, ms, oldest first. */
  struck(): readonly number[];
  /** Takes it back; what it holds goes on. */
  remove(): void;
}

/** What goes wrong between the bot and its platform. */
export interface Trouble {
  /** It is done, but the bot never hears of it. */
  loseReply(asked: Asked, scope?: TroubleScope): Fault;
  /** It is not done, and the bot hears nothing. */
  loseRequest(asked: Asked, scope?: TroubleScope): Fault;
  /** It is done when the fault is removed. */
  hold(asked: Asked, scope?: TroubleScope): Fault;
  /** It is refused, as too much: not again before this time. */
  refuseFor(asked: Asked, seconds: number, scope?: TroubleScope): Fault;
  /** What is done meanwhile is lost on its way to the bot, which has to ask for it again. */
  breakDelivery(act: () => Deed): Promise<{ readonly deed: Deed; readonly hasStruck: () => boolean }>;
  /** The platform cannot be reached any more. */
  goDown(): Promise<void>;
  /** It can be reached again and knows everything it knew. */
  comeUp(): Promise<void>;
}
