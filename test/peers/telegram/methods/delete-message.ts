import { badRequest } from "../api/error.ts";
import { isAdmin } from "../world/chat.ts";
import { findMessage } from "./find-message.ts";
import type { Answer, Call } from "./method.ts";

/** Older messages stay, seconds. */
const DELETABLE_S = 48 * 3600;

/** deleteMessage: its own, in private chats everybody's, as an administrator everybody's; none older than two days. */
export function deleteMessage(call: Call): Answer {
  const message = findMessage(call, "edit", "message to delete");
  const { chat } = message;
  const own = message.sentBy?.token === call.bot.token;
  const allowed = own || chat.kind === "private" || isAdmin(chat.members.get(call.bot.user.id));
  if (!allowed || call.world.now() - message.date >= DELETABLE_S) throw badRequest("message can't be deleted");
  chat.messages.delete(message.id);
  call.world.changes.announce();
  return { result: true };
}
