import { malformed } from "./error.ts";
import type { ApiError } from "./error.ts";
import type { Field, Limit } from "./table.ts";

/** The server's own words where they are known; anything else becomes `<NAME>_INVALID` *(assumed)*. */
const WORDS: Readonly<Record<string, string>> = {
  "answerCallbackQuery.text": "MESSAGE_TOO_LONG",
  "deleteMyCommands.language_code": "Invalid language code specified",
  "getMyCommands.language_code": "Invalid language code specified",
  "sendChatAction.action": "Wrong parameter action in request",
  "setMyCommands.commands": "BOT_COMMANDS_TOO_MUCH",
  "setMyCommands.language_code": "Invalid language code specified",
  "setWebhook.secret_token": "Secret token is too long",
  "setWebhook.secret_token/pattern": "Secret token contains unallowed characters",
  "BotCommand.command": "Command length must not exceed 32",
  "BotCommand.command/empty": "Command must be non-empty",
  "BotCommand.command/pattern": "BOT_COMMAND_INVALID",
  "BotCommand.description": "Command description length must not exceed 256",
  "BotCommand.description/empty": "Command description must be non-empty",
  "InlineKeyboardButton.callback_data": "BUTTON_DATA_INVALID",
  "MessageEntity.type": "Unsupported type specified",
};

/** The words about a limit that was broken. `owner` is a method or a type, `kind` which limit. */
function wordsFor(owner: string, name: string, kind: string): string {
  return WORDS[`${owner}.${name}/${kind}`] ?? WORDS[`${owner}.${name}`] ?? `${name.toUpperCase()}_INVALID`;
}

/**
 * What the server says of a text that breaks its field's limits; undefined when it keeps them. Limits of text after
 * entity parsing are left to whoever parses it.
 */
export function findTextFault(owner: string, name: string, field: Field, text: string): ApiError | undefined {
  const { limit, pattern, oneOf } = field;
  if (limit !== undefined && limit.parsed !== true && isTextLimit(limit)) {
    const size = limit.unit === "bytes" ? Buffer.byteLength(text) : text.length;
    if (size < limit.min) return malformed(wordsFor(owner, name, "empty"));
    if (size > limit.max) return malformed(wordsFor(owner, name, "length"));
  }
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) return malformed(wordsFor(owner, name, "pattern"));
  if (oneOf !== undefined && !oneOf.includes(text)) return malformed(wordsFor(owner, name, "choice"));
  return undefined;
}

/** What the server says of a list that is too long. */
export function findCountFault(owner: string, name: string, field: Field, count: number): ApiError | undefined {
  const { limit } = field;
  const broken = limit?.unit === "items" && (count < limit.min || count > limit.max);
  return broken ? malformed(wordsFor(owner, name, "count")) : undefined;
}

function isTextLimit(limit: Limit): boolean {
  return limit.unit === "characters" || limit.unit === "bytes";
}
