import { encodeEntity } from "../text/entity.ts";
import type { FormattedText } from "../text/entity.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Bot } from "../world/identity.ts";
import type { Author, ForwardOrigin, Markup, Message } from "../world/message.ts";
import type { StoredFile } from "../world/files.ts";
import { messageOf } from "../world/world.ts";
import type { World } from "../world/world.ts";
import { encodeChat } from "./encode-chat.ts";
import { encodeUser } from "./encode-user.ts";

/** A message as one bot sees it: file ids are its own. `withReply`: what it replies to comes along, one level deep. */
export function encodeMessage(world: World, bot: Bot, message: Message, withReply = true): Wire {
  const { chat, quote } = message;
  return {
    message_id: message.id,
    ...encodeAuthor(world, message.author),
    chat: encodeChat(world, chat),
    date: message.date,
    message_thread_id: message.threadId,
    ...(message.isTopicMessage ? { is_topic_message: true } : {}),
    ...(message.forward === undefined ? {} : { forward_origin: encodeOrigin(world, message.forward) }),
    ...(message.isAutomaticForward ? { is_automatic_forward: true } : {}),
    ...(withReply ? { reply_to_message: encodeReply(world, bot, message) } : {}),
    ...(message.externalReply === undefined ? {} : { external_reply: encodeExternal(world, message.externalReply) }),
    ...(quote === undefined ? {} : { quote: { text: quote.text, position: quote.position, is_manual: true } }),
    edit_date: message.editDate,
    ...encodeContent(world, bot, message),
    ...encodeMarkup(message.markup),
  };
}

/** What is left of a message that was deleted, in a callback query. */
export function encodeInaccessible(world: World, message: Message): Wire {
  return { chat: encodeChat(world, message.chat), message_id: message.id, date: 0 };
}

/** The file of a document as one bot knows it. */
export function encodeFile(world: World, bot: Bot, file: StoredFile): Wire {
  return { file_id: world.files.idFor(bot.user.id, file), file_unique_id: file.uniqueId, file_size: file.data.length };
}

function encodeAuthor(world: World, { user, asChat }: Author): Wire {
  return {
    ...(user === undefined ? {} : { from: encodeUser(user) }),
    ...(asChat === undefined ? {} : { sender_chat: encodeChat(world, asChat) }),
  };
}

/** In a topic every message that replies to nothing else replies to the message the topic began with. */
function encodeReply(world: World, bot: Bot, message: Message): Wire | undefined {
  const id = message.replyToId ?? (message.isTopicMessage ? message.threadId : undefined);
  const replied = id === undefined || id === message.id ? undefined : messageOf(message.chat, id);
  return replied === undefined ? undefined : encodeMessage(world, bot, replied, false);
}

function encodeExternal(world: World, message: Message): Wire {
  return {
    origin: encodeOrigin(world, { author: message.author, date: message.date }),
    chat: encodeChat(world, message.chat),
    message_id: message.id,
  };
}

function encodeOrigin(world: World, { author, date, post }: ForwardOrigin): Wire {
  if (post !== undefined) {
    return { type: "channel", date, chat: encodeChat(world, post.channel), message_id: post.messageId };
  }
  if (author.asChat !== undefined) return { type: "chat", date, sender_chat: encodeChat(world, author.asChat) };
  return { type: "user", date, sender_user: author.user === undefined ? undefined : encodeUser(author.user) };
}

function encodeContent(world: World, bot: Bot, { content }: Message): Wire {
  switch (content.kind) {
    case "text":
      return { ...encodeText("text", "entities", content.text), link_preview_options: content.linkPreview };
    case "document":
      return {
        document: {
          file_name: content.file.name,
          mime_type: content.file.mimeType,
          ...encodeFile(world, bot, content.file),
        },
        ...(content.caption.text === "" ? {} : encodeText("caption", "caption_entities", content.caption)),
      };
    case "service":
      return content.fields;
  }
}

function encodeText(name: string, entitiesName: string, { text, entities }: FormattedText): Wire {
  return { [name]: text, ...(entities.length === 0 ? {} : { [entitiesName]: entities.map(encodeEntity) }) };
}

function encodeMarkup(markup: Markup | undefined): Wire {
  return markup?.kind === "inline" ? { reply_markup: { inline_keyboard: markup.rows } } : {};
}
