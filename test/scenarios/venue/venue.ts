import type { Platform } from "../../../src/bot/adapter.ts";
import type { BotProcess } from "../scene/bot-process.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Everybody at a venue. Three are registered, under these ids; `mallory` is in every place and in no configuration, and so
 * is `impostor`, who goes by the names of the release manager.
 */
export type Person = "dev-lead" | "release-manager" | "teammate" | "mallory" | "impostor";

/** The people the configuration knows. */
export type Registered = Extract<Person, "dev-lead" | "release-manager" | "teammate">;

/** A conversation: a group, a channel, a thread, a terminal. `id` is what `/whoami` names there. */
export interface Place {
  readonly id: string;
}

/** What a piece of text is to whoever reads it. */
export interface Mark {
  readonly kind: MarkKind;
  readonly text: string;
}

/** `link`: words that lead elsewhere than they say. `mention`: of anybody or anything. `command`: starts something. */
export type MarkKind =
  "bold" | "italic" | "code" | "quote" | "link" | "mention" | "command" | "spoiler" | "strike" | "emoji" | "other";

/** A message as people see it at one moment; later edits do not change it. */
export interface Seen {
  readonly id: string;
  readonly place: Place;
  /** What there is to read, without markup. */
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Labels, in order. */
  readonly buttons: readonly string[];
  /** The list to choose from, where there is one. */
  readonly list?: SeenList;
  readonly files: readonly SeenFile[];
  readonly isFromBot: boolean;
  readonly edits: number;
}

/** A list to choose from. */
export interface SeenList {
  readonly options: readonly string[];
  /** What was chosen there before. */
  readonly chosen: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** A file of a message, read whole. */
export interface SeenFile {
  readonly name: string;
  readonly text: string;
}

/** Something a person did, and what came of it. */
export interface Deed {
  /** What the person was told for it: in a short answer, one for them alone, or a message that follows. */
  answer(): Promise<string>;
  /** Messages that were shown for it to this person alone, so far. */
  told(): readonly Seen[];
  /** The platform hands it over once more. */
  deliverAgain(): void;
}

/** How long anything a real process does may take here, ms; whoever waits goes on as soon as it is there. */
export const LIMIT_MS = 20_000;

/**
 * One platform as its people meet it: its server, their accounts, the places they talk in. A scenario is written against
 * this alone and runs on every platform; what one of them cannot do stands in `lacks`, with the reason.
 */
export interface Venue {
  readonly platform: Platform;

  /** The environment of a bot that works here. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the configuration says under a person: `telegram: 111`. */
  account(person: Registered): readonly string[];
  /** The entries of `chats`: every place that is given out. */
  readonly chats: readonly string[];

  /** Waits until a bot that was started is there for people. */
  attach(bot: BotProcess): Promise<void>;
  /** Waits until nothing is left of a bot that is gone. */
  detach(): Promise<void>;

  /** The kinds of places where several people meet; the first is the usual one. */
  readonly kinds: readonly string[];
  /** How many messages a send becomes that is done and never answered. */
  readonly copiesOfLostSend: number;
  /** A place that nobody wrote in yet, with everybody in it. On a terminal it is always the same. */
  place(kind?: string): Place;
  /** Where a person and the bot are alone; on a terminal, where all the others are as well. */
  direct(person: Registered): Place;
  /** A place with everybody in it that the configuration does not list. */
  elsewhere(): Place;

  /** What everybody sees in a place, oldest first. */
  messages(place: Place): readonly Seen[];
  /** A message as it is seen now; undefined when it was deleted. */
  look(message: Seen): Seen | undefined;
  /** Waits until the probe gives something. It looks whenever anything changed here, and never in between. */
  waitUntil<T>(probe: () => T | undefined | false, what: string): Promise<T>;

  /** A person writes: a command when it begins with a slash. */
  type(person: Person, place: Place, line: string): Deed;
  /** A person presses a button of a message as they saw it. */
  tap(person: Person, message: Seen, label: string | RegExp): Deed;
  /** A person presses a button that asks for words, and writes them where it asks. */
  tapAndWrite(person: Person, message: Seen, label: string, text: string): Promise<Deed>;
  /** A person gives the written answer that a question asks for now. */
  fillIn(person: Person, question: Seen, text: string): Promise<Deed>;
  /** The same with a file. */
  fillInFile(person: Person, question: Seen, file: SeenFile): Promise<Deed>;
  /** A person chooses these from the list of a message as they saw it. */
  pick(person: Person, message: Seen, labels: readonly string[]): Deed;
  /** What a button carries. */
  payloadOf(message: Seen, label: string): string;
  /** A press as only a changed client sends it. */
  tapForged(person: Person, message: Seen, payload: string): Deed;

  readonly trouble: Trouble;
  /** Deletes a message for everybody; the bot is not told. */
  remove(message: Seen): void;
  /** Throws the bot out of a place, or lets it in again; where a person is alone with it, they take no messages of it. */
  shutOut(place: Place, isOut: boolean): void;
  /** Everything the platform would not have taken, or would have read otherwise than it was meant. */
  complaints(): readonly string[];
  stop(): Promise<void>;
}

/** A venue with a server of its own, which sees by itself that a bot is there, whatever process it is. */
export interface ServerVenue extends Venue {
  attach(): Promise<void>;
}
