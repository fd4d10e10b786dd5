import { badRequest, forbidden, malformed } from "../api/error.ts";
import type { ChatState } from "../world/chat.ts";
import { isIn } from "../world/chat.ts";
import { addChat, chatFor, chatNamed } from "../world/world.ts";
import type { World } from "../world/world.ts";
import type { Bot } from "../world/identity.ts";
import type { Call } from "./method.ts";

/** What a method wants to do in a chat. */
export type Access = "read" | "edit" | "write";

/** The chat a call names, if the bot may do there what it wants. */
export function findChat(call: Call, access: Access): ChatState {
  return findChatById(call, call.parameters.text("chat_id"), access);
}

/** The chat with an id or @name. */
export function findChatById({ world, bot }: Pick<Call, "world" | "bot">, id: string, access: Access): ChatState {
  if (id === "") throw malformed("chat_id is empty");
  const chat = id.startsWith("@") ? chatNamed(world, id) : findByNumber(world, bot, id);
  if (chat === undefined) throw badRequest("chat not found");
  checkAccess(world, bot, chat, access);
  return chat;
}

function findByNumber(world: World, bot: Bot, text: string): ChatState | undefined {
  const id = /^-?\d+$/.test(text) ? Number(text) : 0;
  const known = chatFor(world, bot, id);
  const person = id > 0 ? world.users.get(id) : undefined;
  if (known !== undefined || person === undefined) return known;
  return addChat(world, {
    id,
    kind: "private",
    title: person.firstName,
    pair: { botId: bot.user.id, userId: id },
  });
}

function checkAccess(world: World, bot: Bot, chat: ChatState, access: Access): void {
  if (chat.pair !== undefined) return checkPrivate(world, chat, chat.pair.userId, access);
  if (chat.migratedTo !== undefined && access !== "read") {
    throw badRequest("group chat was upgraded to a supergroup chat", { migrate_to_chat_id: chat.migratedTo.id });
  }
  const role = chat.members.get(bot.user.id);
  if (role === undefined) throw badRequest("chat not found");
  if (role === "kicked") throw forbidden(`bot was kicked from the ${chat.kind} chat`);
  if (!isIn(role)) throw forbidden(`bot is not a member of the ${chat.kind} chat`);
}

function checkPrivate(world: World, chat: ChatState, userId: number, access: Access): void {
  if (access === "read") return;
  if (world.deactivated.has(userId)) throw forbidden("user is deactivated");
  if (access !== "write") return;
  if (world.users.get(userId)?.isBot === true) throw forbidden("bot can't send messages to bots");
  if (chat.blocked) throw forbidden("bot was blocked by the user");
  if (!chat.started) throw forbidden("bot can't initiate conversation with a user");
}
