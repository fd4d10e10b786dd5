import type { Sender } from "../../../src/bot/adapter.ts";
import { readFlag, readMember, readText } from "../../../src/bot/platform/fields.ts";
import { isSnowflake } from "../wire/conversation.ts";

/** The account that stands in place of everybody who deleted theirs. */
const DELETED_USER = "456226577798135808";

/**
 * Who did something: a user of their own, by number. In a server the user stands inside the member, of which nothing
 * counts: neither name nor roles give rights here.
 */
export function decodePresser(interaction: unknown): Sender {
  const user = readMember(readMember(interaction, "member"), "user") ?? readMember(interaction, "user");
  const id = readText(user, "id");
  if (id === undefined || !isSnowflake(id)) return { nobody: "unknown" };
  if (id === DELETED_USER) return { nobody: "deleted" };
  // Webhooks carry a discriminator that no user has.
  if (readText(user, "discriminator") === "0000") return { nobody: "webhook" };
  if (readFlag(user, "bot")) return { nobody: "bot" };
  if (readFlag(user, "system")) return { nobody: "system" };
  const locale = readText(interaction, "locale");
  return locale === undefined ? { account: id } : { account: id, locale };
}
