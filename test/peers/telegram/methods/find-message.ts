import { badRequest } from "../api/error.ts";
import type { Message } from "../world/message.ts";
import { messageOf } from "../world/world.ts";
import { findChat } from "./find-chat.ts";
import type { Access } from "./find-chat.ts";
import type { Call } from "./method.ts";

/** The message a call names; `what` is how the server calls it when it is not there. */
export function findMessage(call: Call, access: Access, what: string): Message {
  const { parameters } = call;
  if (parameters.text("chat_id") === "" && parameters.integer("message_id") === 0) {
    throw badRequest(
      parameters.text("inline_message_id") === "" ? "message identifier is not specified" : "MESSAGE_ID_INVALID",
    );
  }
  const message = messageOf(findChat(call, access), parameters.integer("message_id"));
  if (message === undefined) throw badRequest(`${what} not found`);
  return message;
}
