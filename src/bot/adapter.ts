import type { RichText } from "./text/rich-text.ts";
import type { Wording } from "./wording/wording.ts";

/** The platforms an adapter can be for. */
export type Platform = "telegram" | "discord" | "terminal";

/** A chat, thread or topic. `id` and `topic` are the platform's own stable ids as text. */
export interface Conversation {
  readonly platform: Platform;
  readonly id: string;
  readonly topic?: string;
}

/** A message the bot sent; enough to edit it after a restart. */
export interface MessageRef {
  readonly conversation: Conversation;
  readonly id: string;
}

/** What stands where a person would, and that nobody can be held to. */
export type NobodyKind =
  | "anonymous_admin"
  | "channel" // a channel that posts as itself
  | "linked_channel" // its posts, copied into a group
  | "via_bot" // a person, but through another bot
  | "forwarded"
  | "bot"
  | "webhook"
  | "deleted"
  | "system" // the platform itself
  | "unknown";

/**
 * Who acted. `account` is the platform's stable numeric id, never a name. Absent for everybody who is nobody: anonymous
 * admins, channels, webhooks, other bots, deleted accounts; then `nobody` says which.
 */
export interface Sender {
  readonly account?: string;
  readonly nobody?: NobodyKind;
  /** BCP 47 tag the platform reports. */
  readonly locale?: string;
}

/** A file that came with a message, already fetched by the adapter (at most 1 MiB). */
export interface InboundFile {
  readonly name: string;
  readonly text: string;
}

/** Why a file that came with a message is not there: over 1 MiB, no UTF-8 text, or the platform did not give it. */
export type LostFile = "too_large" | "not_text" | "not_fetched";

interface InboundBase {
  /** The platform's id of this event, stable when it is delivered again. */
  readonly eventId: string;
  readonly sender: Sender;
  readonly conversation: Conversation;
  /** The platform has told the person already that nothing came of it: it reached the bot too late. */
  readonly late?: true;
  /** The platform says that it was answered before: by an earlier process, which may have acted on it. */
  readonly repeated?: true;
  /**
   * Answers the person who acted, and only that person where the platform can. Exactly one answer is due to a press or
   * a command; the adapter sees to the platform's deadline. What the platform's own answer cannot carry (length, files),
   * and every later call, becomes a message that replies to the event. True when all of it surely got through.
   */
  respond(body: RichText, files?: readonly OutboundFile[]): Promise<boolean>;
  /** Ends the wait for an answer without words, when what was asked for shows by itself: a card, a question. */
  acknowledge(): Promise<void>;
  /**
   * Opens a form over the chat, as the answer. Absent where the platform has none, or cannot open one in answer to this;
   * false when it could not be opened after all: the person has to be asked in another way.
   */
  readonly openForm?: (form: Form) => Promise<boolean>;
}

/** What comes in, as one union. Adapters only translate; people, policy and wording are the core's. */
export type InboundEvent =
  | (InboundBase & {
      readonly kind: "command";
      /** Lower case, without slash. */
      readonly name: string;
      /** Everything after the name, untouched. */
      readonly rest: string;
      readonly files?: readonly InboundFile[];
      /** A file came along, but could not be taken. */
      readonly lostFile?: LostFile;
    })
  | (InboundBase & {
      readonly kind: "press";
      /** The button's payload as we sent it, or whatever a foreign client made of it. */
      readonly payload: string;
      /** The message the button stood on; absent when the platform no longer tells. */
      readonly message?: MessageRef;
    })
  | (InboundBase & {
      readonly kind: "choice";
      /** The payload of the {@link Select}, or whatever a foreign client made of it. */
      readonly payload: string;
      /** The values that were chosen; a foreign client may name any, twice, or none. */
      readonly values: readonly string[];
      /** The message the select stood on; absent when the platform no longer tells. */
      readonly message?: MessageRef;
    })
  | (InboundBase & {
      readonly kind: "text";
      readonly text: string;
      /** The text is meant for the bot for certain: a private chat, a mention. */
      readonly addressed?: true;
      /** The bot's message this text replies to. */
      readonly replyTo?: MessageRef;
      readonly files?: readonly InboundFile[];
      /** A file came along, but could not be taken. */
      readonly lostFile?: LostFile;
    })
  | (InboundBase & {
      readonly kind: "form";
      /** The payload of the {@link Form} that was submitted. */
      readonly payload: string;
      readonly values: Readonly<Record<string, string>>;
    });

/** A button. `payload` is at most 64 bytes; never a token. */
export interface Button {
  readonly label: string;
  readonly payload: string;
  readonly style?: "primary" | "danger" | "plain";
  /** A press on it opens a form. Platforms that must do so before anything else hold their own first answer back. */
  readonly opensForm?: true;
}

/** A list of options to choose from, for platforms whose limits name `select`. Choosing hands the choice in. */
export interface Select {
  /** At most 64 bytes, like a button's. */
  readonly payload: string;
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  /** So many options have to be chosen at least, and at most. */
  readonly min: number;
  readonly max: number;
  /** At least one, at most `limits.select.options`. */
  readonly options: readonly SelectOption[];
}

/** One option of a {@link Select}. */
export interface SelectOption {
  readonly label: string;
  /** A short reference that no other option of the select has, never what is chosen itself. */
  readonly value: string;
  readonly preselected?: true;
}

/** A form a platform opens over the chat (Discord's modal): at most `limits.formFields` fields. */
export interface Form {
  readonly title: string;
  readonly payload: string;
  readonly fields: readonly {
    readonly id: string;
    readonly label: string;
    readonly value?: string;
    readonly required: boolean;
    readonly multiline: boolean;
  }[];
}

/** A file to go along with a message, for what must not be cut out of sight. */
export interface OutboundFile {
  readonly name: string;
  readonly text: string;
}

/** A message as the core composes it; an adapter turns it into the platform's form, escaping all text. */
export interface OutboundMessage {
  readonly body: RichText;
  /** Rows of buttons. Leaving it out of an update removes the buttons. */
  readonly buttons?: readonly (readonly Button[])[];
  /** Stands above the buttons. Leaving it out of an update removes it. */
  readonly select?: Select;
  readonly files?: readonly OutboundFile[];
  /**
   * Ask for a typed reply to this message (Telegram: ForceReply, so no buttons on the same message). `from` are the
   * accounts that may reply; without it, anybody. An update without `expectReply` ends the wait.
   */
  readonly expectReply?: { readonly placeholder?: string; readonly from?: readonly string[] };
  /** What replies to it belongs together under this name: a platform may open a thread for it. */
  readonly threadName?: string;
}

/** What a platform can carry, so that the core lays out before it sends. */
export interface AdapterLimits {
  /** Does the message fit into one message of this platform, after escaping? */
  fits(message: OutboundMessage): boolean;
  readonly buttonLabelChars: number;
  readonly buttonsPerRow: number;
  readonly buttonRows: number;
  /** What a {@link Select} holds: how many options, and how long their labels are. Absent where the platform has none. */
  readonly select?: { readonly options: number; readonly labelChars: number };
  readonly forms: boolean;
  readonly formFields: number;
  /** One message can carry buttons and expect a reply at once. */
  readonly buttonsWithReply: boolean;
  /** Whether `respond` is seen by the person alone. */
  readonly privateResponses: boolean;
  /** Messages and edits a minute this conversation takes before the platform refuses; `Infinity` for no limit. */
  messagesPerMinute(conversation: Conversation): number;
  /** How long a send repeated with the same nonce is known to make one message, in ms; 0 where nonces mean nothing. */
  readonly nonceWindowMs: number;
  /** A message whose sending was cut off may be there, and nobody can ever find it. */
  readonly losesMessages?: true;
}

/** Why a send or an edit did not happen. `unknown` means it may have happened. */
export type DeliveryFailure =
  | { readonly kind: "gone"; readonly detail: string } // message deleted, bot removed, chat closed: will not work again
  | { readonly kind: "moved"; readonly to: Conversation } // the conversation has a new id
  | { readonly kind: "later"; readonly retryAfterMs: number } // rate limit or an outage; nothing was done
  | { readonly kind: "unknown"; readonly detail: string };

/** The outcome of a send. */
export type SendOutcome = { readonly kind: "sent"; readonly message: MessageRef } | DeliveryFailure;

/** The outcome of an edit. "Not modified" counts as done. */
export type UpdateOutcome = { readonly kind: "done" } | DeliveryFailure;

/** What one value of a command is, so that a platform can offer completions or fields of its own. */
export type CommandParameterKind = "workflow" | "run" | "approval" | "question" | "text" | "file";

/** A command as a platform registers it. What a person types after the name reaches the core untouched as `rest`. */
export interface CommandDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly kind: CommandParameterKind;
    readonly required: boolean;
  }[];
  /** It may be answered with a form, as a press on a button that says so. */
  readonly opensForm?: true;
}

/** Somebody is typing a command's value and the platform asks what it could be. */
export interface SuggestionRequest {
  readonly sender: Sender;
  readonly conversation: Conversation;
  readonly kind: CommandParameterKind;
  readonly typed: string;
}

/** What an adapter is given when it starts. */
export interface AdapterHost {
  handle(event: InboundEvent): Promise<void>;
  /** At most 25 values, best first; empty for strangers. */
  suggest(request: SuggestionRequest): Promise<readonly { readonly value: string; readonly label: string }[]>;
  /** The words for whoever acts, for the little that a platform has to say before the core answers. */
  wordsFor(sender: Sender, conversation: Conversation): Wording;
  readonly commands: readonly CommandDescription[];
  /** The same in other languages, by ISO 639-1 code, for platforms that describe commands to readers of each. */
  readonly translatedCommands?: ReadonlyMap<string, readonly CommandDescription[]>;
  /** A conversation has a new id: what goes out is addressed to it from now on, what comes in belongs to the old one. */
  moved(from: Conversation, to: Conversation): Promise<void>;
  /** Small texts that outlive a restart: the digest of the registered commands, a session to resume. */
  readonly memory: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
}

/**
 * A platform. Events of one conversation are handed over in order and the next one only when the handler's promise has
 * settled; an event is confirmed to the platform only then. No decision about people, policy or wording is made here.
 */
export interface ChatAdapter {
  readonly platform: Platform;
  readonly limits: AdapterLimits;
  /**
   * Connects and delivers events to `host.handle` until `stopReceiving`. Resolves when the platform has accepted the bot.
   * Rejects with an error of code `unreachable` when it may be tried again.
   */
  start(host: AdapterHost): Promise<void>;
  /** Takes no more events and lets handlers that run finish (at most 10 s). Sending still works. */
  stopReceiving(): Promise<void>;
  /** Disconnects, for good. */
  stop(): Promise<void>;
  /** Resolves when the platform has ended for good: end of input, or a final error, which rejects. */
  readonly ended: Promise<void>;
  /** One attempt, never repeated by the adapter itself: the core decides what an unknown outcome means. */
  send(
    conversation: Conversation,
    message: OutboundMessage,
    options?: { readonly replyTo?: MessageRef; readonly nonce?: string },
  ): Promise<SendOutcome>;
  /** Shows `content` instead of what the message showed. Its files went along when it was sent; they are not sent again. */
  update(message: MessageRef, content: OutboundMessage): Promise<UpdateOutcome>;
  /** A direct message to an account; `gone` when it takes none, or when its direct messages are the conversation `except`. */
  notify(account: string, message: OutboundMessage, options?: { readonly except?: Conversation }): Promise<SendOutcome>;
  /** Shows in a conversation that the bot is at work, where the platform can; for some seconds. Never rejects. */
  showWorking?(conversation: Conversation): Promise<void>;
  /**
   * Looks for a message that was sent with `nonce` since `sinceMs`, as a reply to `replyTo`, where the platform can tell.
   * Rejects when it could not look.
   */
  find?(
    conversation: Conversation,
    nonce: string,
    sinceMs: number,
    replyTo?: MessageRef,
  ): Promise<MessageRef | undefined>;
  /** A link to a message, where the platform has links. */
  link?(message: MessageRef): string | undefined;
}

/** `telegram:-1001234567890`, `telegram:-1001234567890/17`: how conversations stand in config, runs and storage. */
export function conversationKey(conversation: Conversation): string {
  const base = `${conversation.platform}:${conversation.id}`;
  return conversation.topic === undefined ? base : `${base}/${conversation.topic}`;
}

/** The conversation a key names; undefined for text that is not a key of ours. */
export function parseConversationKey(key: string): Conversation | undefined {
  const match = /^(telegram|discord|terminal):([^/]+)(?:\/(.+))?$/s.exec(key);
  const [, platform, id, topic] = match ?? [];
  if (!isPlatform(platform) || id === undefined) return undefined;
  return topic === undefined ? { platform, id } : { platform, id, topic };
}

function isPlatform(text: string | undefined): text is Platform {
  return text === "telegram" || text === "discord" || text === "terminal";
}
