import { badRequest, malformed } from "../api/error.ts";
import { encodeFullChat } from "../encode/encode-chat.ts";
import { encodeMember } from "../encode/encode-member.ts";
import { findChat } from "./find-chat.ts";
import type { Answer, Call } from "./method.ts";

/** getChat. */
export function getChat(call: Call): Answer {
  return { result: encodeFullChat(call.world, findChat(call, "read")) };
}

/** getChatMember: people the server knows and the chat does not have "left". */
export function getChatMember(call: Call): Answer {
  const userId = call.parameters.integer("user_id");
  if (userId <= 0) throw malformed("Invalid user_id specified");
  const chat = findChat(call, "read");
  const user = call.world.users.get(userId);
  if (user === undefined) throw badRequest("user not found");
  return { result: encodeMember(user, chat.members.get(userId) ?? (chat.pair === undefined ? "left" : "member")) };
}
