import { malformed } from "../api/error.ts";
import { findChat } from "./find-chat.ts";
import type { Answer, Call } from "./method.ts";
import { findTopic } from "./read-destination.ts";

/** sendChatAction: not in channels. The table holds the actions. */
export function sendChatAction(call: Call): Answer {
  const action = call.parameters.text("action");
  if (action === "") throw malformed("Wrong parameter action in request");
  const chat = findChat(call, "write");
  if (chat.kind === "channel") throw malformed("CHAT_WRITE_FORBIDDEN");
  call.chatActions.push({ chatKey: chat.key, topicId: findTopic(call, chat), action });
  call.world.changes.announce();
  return { result: true };
}
