import { encodeBot } from "../encode/encode-user.ts";
import { answerCallbackQuery } from "./answer-callback-query.ts";
import { getChat, getChatMember } from "./chats.ts";
import { deleteMyCommands, getMyCommands, setMyCommands } from "./commands.ts";
import { deleteMessage } from "./delete-message.ts";
import { editMessageReplyMarkup, editMessageText } from "./edit-message.ts";
import { getFile } from "./get-file.ts";
import { getUpdates } from "./get-updates.ts";
import type { Method } from "./method.ts";
import { sendChatAction } from "./send-chat-action.ts";
import { sendDocument } from "./send-document.ts";
import { sendMessage } from "./send-message.ts";
import { deleteWebhook, getWebhookInfo, setWebhook } from "./webhook.ts";

/** The methods of the peer, as the Bot API writes them. */
export const METHODS: Readonly<Record<string, Method>> = {
  answerCallbackQuery,
  deleteMessage,
  deleteMyCommands,
  deleteWebhook,
  editMessageReplyMarkup,
  editMessageText,
  getChat,
  getChatMember,
  getFile,
  getMe: ({ bot }) => ({ result: encodeBot(bot) }),
  getMyCommands,
  getUpdates,
  getWebhookInfo,
  sendChatAction,
  sendDocument,
  sendMessage,
  setMyCommands,
  setWebhook,
};

/** The method's name as the table writes it, in whatever letter case it came. */
export function nameMethod(given: string): string | undefined {
  return Object.keys(METHODS).find((name) => name.toLowerCase() === given.toLowerCase());
}
