import { badRequest } from "../api/error.ts";
import { encodeMessage } from "../encode/encode-message.ts";
import { encodeEntity } from "../text/entity.ts";
import type { Content, Markup, Message } from "../world/message.ts";
import { findMessage } from "./find-message.ts";
import type { Answer, Call } from "./method.ts";
import { readInlineMarkup } from "./read-markup.ts";
import { readText } from "./read-text.ts";

/** editMessageText: new text and a new keyboard; leaving the keyboard out removes it. */
export function editMessageText(call: Call): Answer {
  const text = readText(call);
  const linkPreview = call.parameters.object("link_preview_options");
  const markup = readInlineMarkup(call.parameters);
  const message = findEditable(call);
  if (message.content.kind !== "text") throw badRequest("there is no text in the message to edit");
  return change(call, message, { kind: "text", text, ...(linkPreview === undefined ? {} : { linkPreview }) }, markup);
}

/** editMessageReplyMarkup: the keyboard alone. */
export function editMessageReplyMarkup(call: Call): Answer {
  const markup = readInlineMarkup(call.parameters);
  const message = findEditable(call);
  return change(call, message, message.content, markup);
}

/**
 * Only its own messages, no forwards, no service messages, and none that was sent with ForceReply or a reply keyboard:
 * the server refuses all of these in the same words.
 */
function findEditable(call: Call): Message {
  const message = findMessage(call, "edit", "message to edit");
  const own = message.sentBy?.token === call.bot.token;
  const kept = message.markup === undefined || message.markup.kind === "inline";
  if (!own || !kept || message.forward !== undefined || message.content.kind === "service") {
    throw badRequest("message can't be edited");
  }
  return message;
}

function change({ world, bot, rates }: Call, message: Message, content: Content, markup: Markup | undefined): Answer {
  if (fingerprint(content, markup) === fingerprint(message.content, message.markup)) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  rates.take(bot.user.id, message.chat);
  message.content = content;
  message.markup = markup;
  message.editDate = world.now();
  message.edits += 1;
  world.changes.announce();
  return { result: encodeMessage(world, bot, message) };
}

function fingerprint(content: Content, markup: Markup | undefined): string {
  const shown =
    content.kind === "text" ? [content.text.text, content.text.entities.map(encodeEntity), content.linkPreview] : [];
  return JSON.stringify([shown, markup?.kind === "inline" ? markup.rows : []]);
}
