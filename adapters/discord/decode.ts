import { ApplicationCommandType, ComponentType, InteractionType } from "discord.js";
import type { Conversation, MessageRef, Sender } from "../../src/bot/adapter.ts";
import { readFlag, readInteger, readList, readMember, readText } from "../../src/bot/platform/fields.ts";
import { decodePresser } from "./inbound/sender.ts";
import { conversationOf, isSnowflake, messageOf } from "./wire/conversation.ts";
import { decodeCustomId } from "./wire/custom-id.ts";

/** Who the bot is: what tells its own threads and interactions from those of others. */
export interface BotIdentity {
  readonly id: string;
  readonly application: string;
}

/** A file that came with a command, not fetched yet. */
export interface Attachment {
  readonly address: string;
  readonly name: string;
  readonly bytes?: number;
}

interface DecodedBase {
  /** The number of the interaction: the same when it is delivered again. */
  readonly eventId: string;
  /** What answers have to show. Known for 15 minutes. */
  readonly token: string;
  readonly sender: Sender;
  readonly conversation: Conversation;
  /** Where it happened: the conversation's channel, or a thread of a run in it. */
  readonly channelId: string;
  /** Absent in direct messages. */
  readonly guild?: string;
}

/** A command somebody gave. */
export interface Written extends DecodedBase {
  readonly attachment?: Attachment;
}

/** What an interaction means, before anything was fetched or answered. */
export type Decoded =
  | (Written & { readonly kind: "command"; readonly name: string; readonly options: Readonly<Record<string, string>> })
  | (DecodedBase & {
      readonly kind: "press";
      readonly payload: string;
      /** The press is answered with a form, which has to be the first answer. */
      readonly opensForm: boolean;
      /** The message the button stood on. */
      readonly message?: MessageRef;
    })
  | (DecodedBase & {
      readonly kind: "choice";
      readonly payload: string;
      readonly values: readonly string[];
      /** The message the select stood on. */
      readonly message?: MessageRef;
    })
  | (DecodedBase & {
      readonly kind: "form";
      readonly payload: string;
      readonly values: Readonly<Record<string, string>>;
      /** The message with the button that opened it, where it was opened so. */
      readonly message?: MessageRef;
    })
  /** Somebody is typing the value of a command's option. */
  | (DecodedBase & {
      readonly kind: "typing";
      readonly name: string;
      readonly option: string;
      readonly typed: string;
    });

/** The events that {@link decodeEvent} understands; they come without any intent. */
export const WANTED_EVENTS = ["INTERACTION_CREATE"] as const;

/** An interaction's number; undefined for something that is none. */
export function eventIdOf(event: unknown): string | undefined {
  const id = readText(event, "id");
  return id !== undefined && isSnowflake(id) ? id : undefined;
}

/** Reads an interaction; undefined for everything that is none of our business. */
export function decodeEvent(event: unknown, bot: BotIdentity): Decoded | undefined {
  const base = decodeBase(event, bot);
  if (base === undefined) return undefined;
  const data = readMember(event, "data");
  switch (readInteger(event, "type")) {
    case InteractionType.ApplicationCommand:
      return decodeCommand(base, data);
    case InteractionType.ApplicationCommandAutocomplete:
      return decodeTyping(base, data);
    case InteractionType.MessageComponent:
      return decodeComponent(base, data, event);
    case InteractionType.ModalSubmit:
      return decodeForm(base, data, event);
    case undefined:
    default:
      return undefined;
  }
}

function decodeBase(event: unknown, bot: BotIdentity): DecodedBase | undefined {
  const eventId = eventIdOf(event);
  const token = readText(event, "token");
  const channelId = readText(event, "channel_id") ?? readText(readMember(event, "channel"), "id");
  if (eventId === undefined || token === undefined || channelId === undefined || !isSnowflake(channelId)) {
    return undefined;
  }
  if (readText(event, "application_id") !== bot.application) return undefined;
  const guild = readText(event, "guild_id");
  return {
    eventId,
    token,
    sender: decodePresser(event),
    conversation: decodeConversation(channelId, readMember(event, "channel"), bot),
    channelId,
    ...(guild === undefined ? {} : { guild }),
  };
}

/** A thread that the bot opened for a run belongs to the channel it is in; any other one is a conversation of its own. */
function decodeConversation(channelId: string, channel: unknown, bot: BotIdentity): Conversation {
  const parent = readText(channel, "parent_id");
  const isOwnThread = readMember(channel, "thread_metadata") !== undefined && readText(channel, "owner_id") === bot.id;
  return conversationOf(isOwnThread && parent !== undefined && isSnowflake(parent) ? parent : channelId);
}

function decodeCommand(base: DecodedBase, data: unknown): Decoded | undefined {
  const name = readText(data, "name");
  const type = readInteger(data, "type") ?? CHAT_INPUT;
  if (name === undefined || type !== CHAT_INPUT) return undefined;
  const options = readList(data, "options");
  const texts = options
    .filter(isText)
    .map((option) => [readText(option, "name") ?? "", readText(option, "value") ?? ""]);
  const file = options.find((option) => !isText(option) && readText(option, "value") !== undefined);
  const attachment = file === undefined ? undefined : decodeAttachment(data, readText(file, "value") ?? "");
  return {
    ...base,
    kind: "command",
    name: name.toLowerCase(),
    options: Object.fromEntries(texts),
    ...(attachment === undefined ? {} : { attachment }),
  };
}

/** Commands that are typed; the others, on messages and users, are not ours. */
const CHAT_INPUT: number = ApplicationCommandType.ChatInput;

/** Discord's number of options that hold text; the others that we register hold files. */
const TEXT_OPTION = 3;

function isText(option: unknown): boolean {
  return readInteger(option, "type") === TEXT_OPTION;
}

function decodeAttachment(data: unknown, id: string): Attachment | undefined {
  const attachment = readMember(readMember(readMember(data, "resolved"), "attachments"), id);
  const address = readText(attachment, "url");
  if (address === undefined) return undefined;
  const bytes = readInteger(attachment, "size");
  return { address, name: readText(attachment, "filename") ?? "file", ...(bytes === undefined ? {} : { bytes }) };
}

function decodeTyping(base: DecodedBase, data: unknown): Decoded | undefined {
  const focused = readList(data, "options").find((option) => readFlag(option, "focused"));
  const name = readText(data, "name");
  const option = readText(focused, "name");
  if (name === undefined || option === undefined) return undefined;
  return { ...base, kind: "typing", name: name.toLowerCase(), option, typed: readText(focused, "value") ?? "" };
}

function decodeComponent(base: DecodedBase, data: unknown, event: unknown): Decoded {
  const known = decodeMessage(base, event);
  const message = known === undefined ? {} : { message: known };
  const customId = readText(data, "custom_id") ?? "";
  switch (readInteger(data, "component_type")) {
    case ComponentType.Button:
      return { ...base, kind: "press", ...decodeCustomId(customId), ...message };
    case ComponentType.StringSelect:
      return { ...base, kind: "choice", payload: customId, values: decodeValues(data), ...message };
    case undefined:
    default:
      // Made up by a foreign client: it gets the answer that any foreign payload gets.
      return { ...base, kind: "press", ...decodeCustomId(""), ...message };
  }
}

/** What is no text is no value that we ever gave out, and stays one that nothing offers. */
function decodeValues(data: unknown): readonly string[] {
  return readList(data, "values").map((value) => (typeof value === "string" ? value : ""));
}

function decodeForm(base: DecodedBase, data: unknown, event: unknown): Decoded {
  // A field stands in a row of its own, or below a label.
  const fields = readList(data, "components").flatMap((part) => [
    ...readList(part, "components"),
    readMember(part, "component"),
  ]);
  const values = fields.flatMap((field) => {
    const id = readText(field, "custom_id");
    return id === undefined ? [] : [[id, readText(field, "value") ?? ""] as const];
  });
  const message = decodeMessage(base, event);
  return {
    ...base,
    kind: "form",
    payload: readText(data, "custom_id") ?? "",
    values: Object.fromEntries(values),
    ...(message === undefined ? {} : { message }),
  };
}

function decodeMessage({ conversation, channelId }: DecodedBase, event: unknown): MessageRef | undefined {
  const messageId = readText(readMember(event, "message"), "id");
  return messageId === undefined ? undefined : messageOf(conversation, { channelId, messageId });
}
