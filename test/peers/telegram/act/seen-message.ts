import { endOf } from "../text/entity.ts";
import type { Wire } from "../../shared/wire.ts";
import { isWire, textOf } from "../../shared/wire.ts";
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

/** A reply a message asks for. `for`: whose keyboard opens, by user id; everybody's when undefined. */
export interface SeenForceReply {
  readonly placeholder: string | undefined;
  readonly for: readonly number[] | undefined;
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
  /** The keyboard opens a reply to this message. */
  readonly forceReply: SeenForceReply | undefined;
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
    forceReply: seeForceReply(message),
    forwarded: message.forward !== undefined,
    service: content.kind === "service" ? content.fields : undefined,
    date: message.date,
    edits: message.edits,
  };
}

/** A selective one is for those mentioned by their account, and for whoever wrote what is replied to. */
function seeForceReply(message: Message): SeenForceReply | undefined {
  const { markup, chat, replyToId } = message;
  if (markup?.kind !== "forceReply") return undefined;
  const mentioned = wordsOf(message).entities.flatMap(({ details }) =>
    isWire(details["user"]) ? [details["user"]] : [],
  );
  const replied = replyToId === undefined ? undefined : chat.messages.get(replyToId)?.author.user?.id;
  const ids = [...mentioned.map((user) => Number(user["id"])), ...(replied === undefined ? [] : [replied])];
  return { placeholder: markup.placeholder, for: markup.selective ? ids : undefined };
}

function seeButton(button: Wire): SeenButton {
  return {
    label: textOf(button, "text") ?? "",
    data: textOf(button, "callback_data"),
    url: textOf(button, "url"),
    style: textOf(button, "style"),
  };
}
