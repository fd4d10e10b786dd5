import type { NobodyKind, Sender } from "../../../src/bot/adapter.ts";
import { readFlag, readInteger, readMember, readText } from "../../../src/bot/platform/fields.ts";

/** Accounts that Telegram puts in place of a sender who is no person (platform facts, Telegram). */
const STAND_INS: ReadonlyMap<number, NobodyKind> = new Map([
  [1087968824, "anonymous_admin"],
  [136817688, "channel"],
  [777000, "linked_channel"],
]);

/** Who pressed a button: always a user, also an admin who posts anonymously. */
export function decodePresser(from: unknown): Sender {
  return decodeUser(from);
}

/**
 * Who wrote a message. It counts as a person's only when they sent it under their own account and wrote it themselves:
 * not on behalf of a chat, not through another bot, not forwarded from somebody else.
 */
export function decodeWriter(message: unknown): Sender {
  const kind = findNobody(message);
  return kind === undefined ? decodeUser(readMember(message, "from")) : { nobody: kind };
}

function findNobody(message: unknown): NobodyKind | undefined {
  const behalf = readMember(message, "sender_chat");
  if (readFlag(message, "is_automatic_forward")) return "linked_channel";
  if (behalf !== undefined) {
    const chat = readInteger(readMember(message, "chat"), "id");
    const isThisChat = readInteger(behalf, "id") === chat && readText(behalf, "type") !== "channel";
    return isThisChat ? "anonymous_admin" : "channel";
  }
  if (readMember(message, "via_bot") !== undefined) return "via_bot";
  if (readMember(message, "sender_business_bot") !== undefined) return "bot";
  return readMember(message, "forward_origin") === undefined ? undefined : "forwarded";
}

function decodeUser(user: unknown): Sender {
  const id = readInteger(user, "id");
  if (id === undefined || id <= 0) return { nobody: "unknown" };
  const standIn = STAND_INS.get(id);
  if (standIn !== undefined) return { nobody: standIn };
  if (readMember(user, "is_bot") !== false) return { nobody: "bot" };
  const locale = readText(user, "language_code");
  return locale === undefined ? { account: String(id) } : { account: String(id), locale };
}
