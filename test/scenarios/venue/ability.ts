import type { Platform } from "../../../src/bot/adapter.ts";

/** What not every platform can do. A scenario names what it needs, and is skipped where that is lacking. */
export type Ability =
  /** More than one conversation. */
  | "several places"
  /** People who do something at the same moment. */
  | "one moment"
  /** What was shown changes in place, buttons included. */
  | "edits in place"
  /** Buttons that were shown outlive the bot's process. */
  | "lasting buttons"
  /** What people did while the bot was away reaches it when it is back. */
  | "waiting events"
  /** Lists to choose from, on which a choice is handed in at once. */
  | "lists"
  /** Presses that no button sends. */
  | "forged presses"
  /** An event that is handed over twice. */
  | "repeated events"
  /** A connection that breaks, and a server that refuses. */
  | "network"
  /** Limits on how much may be sent in a time. */
  | "rates"
  /** Messages that are deleted. */
  | "deletion"
  /** A bot that is thrown out. */
  | "expulsion"
  /** Files that people send. */
  | "uploads";

const ONE_PLACE = "a terminal is one conversation";
const NO_NETWORK = "nothing goes over a network";

/** What each platform cannot do, and why. */
export const LACKS: Readonly<Record<Platform, Readonly<Partial<Record<Ability, string>>>>> = {
  terminal: {
    "several places": ONE_PLACE,
    "one moment": "a terminal hands over one line after another",
    "edits in place": "what was printed stays as it was; a change is printed below",
    "lasting buttons": "a terminal numbers its buttons anew when the bot starts",
    "waiting events": "nobody can type while the bot is away",
    lists: "a terminal has numbered buttons alone",
    "forged presses": "only numbers of buttons that were shown can be typed",
    "repeated events": "a line is typed once",
    network: NO_NETWORK,
    rates: NO_NETWORK,
    deletion: "what was printed cannot be taken back",
    expulsion: "the bot is the terminal",
    uploads: "a terminal takes text",
  },
  telegram: { lists: "messages have buttons alone" },
  discord: {},
};
