import { malformed } from "../api/error.ts";
import { assertUtf8 } from "../text/clean-text.ts";
import { isWire, numberOf, textOf } from "../../shared/wire.ts";
import type { Wire } from "../../shared/wire.ts";
import type { CommandPlace } from "../world/commands.ts";
import { findChatById } from "./find-chat.ts";
import type { Answer, Call } from "./method.ts";

/** setMyCommands. The table holds the limits of names, descriptions and their number. */
export function setMyCommands(call: Call): Answer {
  const commands = (call.parameters.list("commands") ?? []).filter(isWire).map(readCommand);
  call.commands.set(readPlace(call), commands);
  return { result: true };
}

/** getMyCommands: of exactly this scope and language. */
export function getMyCommands(call: Call): Answer {
  return { result: call.commands.get(readPlace(call)) };
}

/** deleteMyCommands. */
export function deleteMyCommands(call: Call): Answer {
  call.commands.remove(readPlace(call));
  return { result: true };
}

function readCommand(wire: Wire): Wire {
  const command = textOf(wire, "command") ?? "";
  const description = (textOf(wire, "description") ?? "").trim();
  assertUtf8(command, "Command");
  assertUtf8(description, "Command description");
  if (description === "") throw malformed("Command description must be non-empty");
  return { command, description };
}

function readPlace(call: Call): CommandPlace {
  const scope = call.parameters.object("scope") ?? { type: "default" };
  const chatId = textOf(scope, "chat_id");
  if (chatId === "") throw malformed("Can't parse BotCommandScope: Empty chat_id specified");
  const userId = numberOf(scope, "user_id");
  if (userId !== undefined && userId <= 0) throw malformed("Can't parse BotCommandScope: Invalid user_id specified");
  const chat = chatId === undefined ? undefined : findChatById(call, chatId, "write");
  return {
    botId: call.bot.user.id,
    scope: chat === undefined ? scope : { ...scope, chat_id: chat.id },
    language: call.parameters.text("language_code"),
  };
}
