import type { ChatState } from "../world/chat.ts";
import { isAdmin, isIn } from "../world/chat.ts";
import { endOf } from "../text/entity.ts";
import type { Bot } from "../world/identity.ts";
import { wordsOf } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import { messageOf } from "../world/world.ts";

/**
 * Whether a bot is told of a message: never of its own and of other bots'; in groups, with privacy mode on and without
 * being an administrator, only of commands not meant for another bot, replies to it and mentions of it, and of service
 * messages. The accounts the platform writes as are no bots here.
 */
export function isVisible(bot: Bot, message: Message): boolean {
  const { chat, author, content } = message;
  if (author.user?.id === bot.user.id) return false;
  if (author.user?.isBot === true && author.asChat === undefined) return false;
  if (chat.kind === "private") return chat.pair?.botId === bot.user.id;
  const role = chat.members.get(bot.user.id);
  if (chat.kind === "channel") return isAdmin(role);
  if (!isIn(role)) return false;
  if (!bot.privacy || isAdmin(role) || content.kind === "service") return true;
  return isReplyTo(bot, chat, message) || isMeantFor(bot, message);
}

function isReplyTo(bot: Bot, chat: ChatState, message: Message): boolean {
  const replied = message.replyToId === undefined ? undefined : messageOf(chat, message.replyToId);
  return replied?.author.user?.id === bot.user.id;
}

/** Commands and mentions anywhere in the words. */
function isMeantFor(bot: Bot, message: Message): boolean {
  const { text, entities } = wordsOf(message);
  const name = bot.user.username?.toLowerCase() ?? "";
  return entities.some((entity) => {
    const words = text.slice(entity.offset, endOf(entity)).toLowerCase();
    if (entity.type === "bot_command") return !words.includes("@") || words.endsWith(`@${name}`);
    if (entity.type === "mention") return words === `@${name}`;
    const user = entity.details["user"];
    return (
      entity.type === "text_mention" && typeof user === "object" && JSON.stringify(user).includes(`"id":${bot.user.id}`)
    );
  });
}
