import { badRequest, malformed } from "../api/error.ts";
import { fieldsOf } from "../api/table.ts";
import { numberOf, textOf } from "../../shared/wire.ts";
import type { Wire } from "../../shared/wire.ts";
import type { ChatState } from "../world/chat.ts";
import { isAdmin } from "../world/chat.ts";
import { wordsOf } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import { messageOf } from "../world/world.ts";
import { findChat, findChatById } from "./find-chat.ts";
import type { Call } from "./method.ts";

const MAX_QUOTE = fieldsOf("ReplyParameters")?.["quote"]?.limit?.max ?? 0;

/** Where a message goes and what it replies to. */
export interface Destination {
  readonly chat: ChatState;
  readonly topicId: number | undefined;
  readonly replyToId: number | undefined;
  readonly externalReply: Message | undefined;
  readonly quote: { readonly text: string; readonly position: number } | undefined;
}

/** Reads and checks where a call sends to. `what` the server calls what may not be sent there ("text messages"). */
export function readDestination(call: Call, what: string): Destination {
  if (call.parameters.text("business_connection_id") !== "") throw badRequest("business connection not found");
  const chat = findChat(call, "write");
  const role = chat.members.get(call.bot.user.id);
  if (chat.kind === "channel" && !isAdmin(role)) throw badRequest("need administrator rights in the channel chat");
  if (role === "restricted") throw badRequest(`not enough rights to send ${what} to the chat`);
  const replyParameters = call.parameters.object("reply_parameters");
  const reply = replyParameters === undefined ? undefined : findReply(call, chat, replyParameters);
  const topicId = findTopic(call, chat, reply);
  const isHere = reply?.chat === chat && (topicId === undefined || reply.threadId === topicId || reply.id === topicId);
  return {
    chat,
    topicId,
    replyToId: isHere ? reply?.id : undefined,
    externalReply: isHere ? undefined : reply,
    quote: readQuote(replyParameters, reply),
  };
}

/** The topic that is named or that of the message replied to. Ids that are no topics are refused. */
export function findTopic(call: Call, chat: ChatState, reply?: Message): number | undefined {
  const named = call.parameters.integer("message_thread_id");
  const id = named > 0 ? named : reply?.isTopicMessage === true && reply.chat === chat ? reply.threadId : undefined;
  const topic = id === undefined ? undefined : chat.topics.get(id);
  if (named > 0 && topic === undefined) throw badRequest("message thread not found");
  const closed = topic === undefined ? chat.isForum && chat.generalClosed : topic.closed;
  if (closed && !isAdmin(chat.members.get(call.bot.user.id))) throw badRequest("TOPIC_CLOSED");
  return topic?.id;
}

function findReply(call: Call, chat: ChatState, parameters: Wire): Message | undefined {
  const other = textOf(parameters, "chat_id");
  const from = other === undefined || other === String(chat.id) ? chat : findChatById(call, other, "read");
  const message = messageOf(from, numberOf(parameters, "message_id") ?? 0);
  if (message === undefined && parameters["allow_sending_without_reply"] !== true) {
    throw badRequest("message to be replied not found");
  }
  return message;
}

function readQuote(parameters: Wire | undefined, reply: Message | undefined): Destination["quote"] {
  const text = parameters === undefined ? undefined : textOf(parameters, "quote");
  if (text === undefined || text === "" || reply === undefined) return undefined;
  if (text.length > MAX_QUOTE) throw malformed("QUOTE_TEXT_INVALID");
  const position = wordsOf(reply).text.indexOf(text);
  if (position < 0) throw badRequest("QUOTE_TEXT_INVALID");
  return { text, position };
}
