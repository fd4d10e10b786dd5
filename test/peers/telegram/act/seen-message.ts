import { endOf } from "../text/entity.ts";
import type { Wire } from "../wire.ts";
import { textOf } from "../wire.ts";
import { handleOf } from "../world/chat.ts";
import type { Chat } from "../world/chat.ts";
import type { User } from "../world/identity.ts";
import { wordsOf } from "../world/message.ts";
import type { Message } from "../world/message.ts";

/** A button as a person sees it. `data` is absent for buttons that do not ask the bot. */
export interface SeenButton {
  readonly label: string;
  readonly data: string | undefined;
  readonly url: string | undefined;
  readonly style: string | undefined;
}

/** A piece of text with a meaning, with the words it covers. */
export interface SeenEntity {
  readonly type: string;
  readonly text: string;
  readonly offset: number;
  readonly details: Wire;
}

/** A message as a person sees it at one moment; later edits do not change it. */
export interface SeenMessage {
  readonly id: number;
  readonly chat: Chat;
  /** Absent for posts of a channel. */
  readonly from: User | undefined;
  /** The chat it is written as: anonymous administrators, channels. */
  readonly asChat: Chat | undefined;
  /** The text, or the caption of a document. */
  readonly text: string;
  readonly entities: readonly SeenEntity[];
  readonly buttons: readonly (readonly SeenButton[])[];
  readonly document: { readonly name: string; readonly mimeType: string; readonly data: Buffer } | undefined;
  readonly replyTo: number | undefined;
  /** The topic it stands in. */
  readonly topic: number | undefined;
  /** The keyboard opens a reply to this message: to everybody, or to whom it is meant for. */
  readonly forceReply: { readonly placeholder: string | undefined; readonly selective: boolean } | undefined;
  readonly forwarded: boolean;
  /** What happened, for service messages. */
  readonly service: Wire | undefined;
  /** Unix time, seconds. */
  readonly date: number;
  /** How often it was edited. */
  readonly edits: number;
}

/** What a person sees of a message now. */
export function seeMessage(message: Message): SeenMessage {
  const { content, markup, author } = message;
  const { text, entities } = wordsOf(message);
  return {
    id: message.id,
    chat: handleOf(message.chat),
    from: author.user,
    asChat: author.asChat === undefined ? undefined : handleOf(author.asChat),
    text,
    entities: entities.map((entity) => ({
      type: entity.type,
      text: text.slice(entity.offset, endOf(entity)),
      offset: entity.offset,
      details: entity.details,
    })),
    buttons: markup?.kind === "inline" ? markup.rows.map((row) => row.map(seeButton)) : [],
    document:
      content.kind === "document"
        ? { name: content.file.name, mimeType: content.file.mimeType, data: content.file.data }
        : undefined,
    replyTo: message.replyToId,
    topic: message.isTopicMessage ? message.threadId : undefined,
    forceReply:
      markup?.kind === "forceReply" ? { placeholder: markup.placeholder, selective: markup.selective } : undefined,
    forwarded: message.forward !== undefined,
    service: content.kind === "service" ? content.fields : undefined,
    date: message.date,
    edits: message.edits,
  };
}

function seeButton(button: Wire): SeenButton {
  return {
    label: textOf(button, "text") ?? "",
    data: textOf(button, "callback_data"),
    url: textOf(button, "url"),
    style: textOf(button, "style"),
  };
}
