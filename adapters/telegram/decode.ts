import type { Conversation, MessageRef, Sender } from "../../src/bot/adapter.ts";
import { conversationOf, decodeConversation, messageOf } from "./wire/conversation.ts";
import { readInteger, readList, readMember, readText } from "../../src/bot/platform/fields.ts";
import { decodePresser, decodeWriter } from "./inbound/sender.ts";

/** Who the bot is: what tells its own messages, mentions and commands from those of others. */
export interface BotIdentity {
  readonly id: number;
  readonly username: string;
}

/** A document that came with a message, not fetched yet. */
export interface Attachment {
  readonly fileId: string;
  readonly name: string;
  readonly bytes?: number;
}

interface DecodedBase {
  readonly updateId: number;
  readonly conversation: Conversation;
}

/** Something a person wrote or sent. */
export interface Written extends DecodedBase {
  readonly sender: Sender;
  /** The message itself. */
  readonly message: MessageRef;
  readonly attachment?: Attachment;
}

/** What an update means, before anything was fetched or answered. */
export type Decoded =
  | (Written & { readonly kind: "command"; readonly name: string; readonly rest: string })
  | (Written & {
      readonly kind: "text";
      readonly text: string;
      readonly isAddressed: boolean;
      readonly replyTo?: MessageRef;
    })
  | (DecodedBase & {
      readonly kind: "press";
      readonly sender: Sender;
      readonly queryId: string;
      readonly payload: string;
      /** The message the button stood on. */
      readonly message: MessageRef;
    })
  /** A group became a supergroup, as a message in either of the two says. */
  | (DecodedBase & { readonly kind: "moved"; readonly from: Conversation; readonly to: Conversation })
  /** A button that stands in no conversation (a message sent in inline mode, which we never do). */
  | { readonly kind: "stray_press"; readonly updateId: number; readonly queryId: string };

/** The kinds of updates that {@link decodeEvent} understands; Telegram is asked for no others. */
export const WANTED_EVENTS = ["message", "channel_post", "callback_query"] as const;

/** An update's number; undefined for something that is no update. */
export function eventIdOf(update: unknown): number | undefined {
  return readInteger(update, "update_id");
}

/** Reads an update; undefined for everything that is none of our business. */
export function decodeEvent(update: unknown, bot: BotIdentity): Decoded | undefined {
  const updateId = eventIdOf(update);
  if (updateId === undefined) return undefined;
  const query = readMember(update, "callback_query");
  if (query !== undefined) return decodePress(updateId, query);
  return decodeMessage(updateId, readMember(update, "message") ?? readMember(update, "channel_post"), bot);
}

function decodePress(updateId: number, query: unknown): Decoded | undefined {
  const queryId = readText(query, "id");
  if (queryId === undefined) return undefined;
  const shown = readMember(query, "message");
  const conversation = decodeConversation(shown);
  const message = conversation === undefined ? undefined : messageOf(conversation, shown);
  if (conversation === undefined || message === undefined) return { kind: "stray_press", updateId, queryId };
  const sender = decodePresser(readMember(query, "from"));
  return { kind: "press", updateId, sender, conversation, queryId, payload: readText(query, "data") ?? "", message };
}

function decodeMessage(updateId: number, message: unknown, bot: BotIdentity): Decoded | undefined {
  const conversation = decodeConversation(message);
  const itself = conversation === undefined ? undefined : messageOf(conversation, message);
  if (conversation === undefined || itself === undefined) return undefined;
  const movedTo = readInteger(message, "migrate_to_chat_id");
  if (movedTo !== undefined) {
    return { kind: "moved", updateId, conversation, from: conversation, to: conversationOf(movedTo) };
  }
  const movedFrom = readInteger(message, "migrate_from_chat_id");
  if (movedFrom !== undefined) {
    return { kind: "moved", updateId, conversation, from: conversationOf(movedFrom), to: conversation };
  }
  const attachment = decodeAttachment(readMember(message, "document"));
  const written: Written = {
    updateId,
    conversation,
    sender: decodeWriter(message),
    message: itself,
    ...(attachment === undefined ? {} : { attachment }),
  };
  return decodeWritten(written, message, bot);
}

function decodeWritten(written: Written, message: unknown, bot: BotIdentity): Decoded | undefined {
  const text = readText(message, "text") ?? readText(message, "caption");
  const [match, name, addressee] = COMMAND.exec(text ?? "") ?? [];
  if (text !== undefined && match !== undefined && name !== undefined) {
    const isForUs = addressee === undefined || addressee.toLowerCase() === bot.username.toLowerCase();
    if (!isForUs) return undefined;
    return { ...written, kind: "command", name: name.toLowerCase(), rest: text.slice(match.length).trimStart() };
  }
  const replyTo = findOwnTarget(written.conversation, readMember(message, "reply_to_message"), bot);
  // Service messages have neither; a sticker in reply to a question is an answer, if a useless one.
  if (text === undefined && written.attachment === undefined && replyTo === undefined) return undefined;
  return {
    ...written,
    kind: "text",
    text: text ?? "",
    isAddressed: isAddressed(message, text ?? "", bot),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

/** A command as Telegram recognises it: at the beginning, with or without the bot it is for. */
const COMMAND = /^\/([A-Za-z0-9_]{1,64})(?:@([A-Za-z0-9_]{1,64}))?(?=\s|$)/;

/** The bot's message that a message replies to. Replies to other people are none of our business. */
function findOwnTarget(conversation: Conversation, target: unknown, bot: BotIdentity): MessageRef | undefined {
  return readInteger(readMember(target, "from"), "id") === bot.id ? messageOf(conversation, target) : undefined;
}

function isAddressed(message: unknown, text: string, bot: BotIdentity): boolean {
  if (readText(readMember(message, "chat"), "type") === "private") return true;
  const entities = [...readList(message, "entities"), ...readList(message, "caption_entities")];
  return entities.some((entity) => {
    if (readText(entity, "type") === "text_mention") return readInteger(readMember(entity, "user"), "id") === bot.id;
    if (readText(entity, "type") !== "mention") return false;
    const from = readInteger(entity, "offset") ?? 0;
    const mentioned = text.slice(from, from + (readInteger(entity, "length") ?? 0));
    return mentioned.toLowerCase() === `@${bot.username.toLowerCase()}`;
  });
}

function decodeAttachment(document: unknown): Attachment | undefined {
  const fileId = readText(document, "file_id");
  if (fileId === undefined) return undefined;
  const bytes = readInteger(document, "file_size");
  return { fileId, name: readText(document, "file_name") ?? "file", ...(bytes === undefined ? {} : { bytes }) };
}
