import { encodeMessage } from "../encode/encode-message.ts";
import { addMessage } from "../world/add-message.ts";
import type { Content } from "../world/message.ts";
import type { Answer, Call } from "./method.ts";
import { readDestination } from "./read-destination.ts";
import { readMarkup } from "./read-markup.ts";
import { readText } from "./read-text.ts";

/** sendMessage. */
export function sendMessage(call: Call): Answer {
  const text = readText(call);
  const linkPreview = call.parameters.object("link_preview_options");
  const content: Content = { kind: "text", text, ...(linkPreview === undefined ? {} : { linkPreview }) };
  return post(call, content, "text messages");
}

/** Puts what a bot sends into the chat it names and answers with the message. Other bots do not see it. */
export function post(call: Call, content: Content, what: string): Answer {
  const { world, bot, rates } = call;
  const markup = readMarkup(call.parameters);
  const { chat, ...place } = readDestination(call, what);
  rates.take(bot.user.id, chat);
  const author = chat.kind === "channel" ? { asChat: chat } : { user: bot.user };
  const message = addMessage(world, chat, { author, sentBy: bot, content, markup, ...place });
  return { result: encodeMessage(world, bot, message) };
}
