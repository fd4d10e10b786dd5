import type { AccountConfig, PersonConfig } from "../config.ts";
import { readInteger, readMembers, readText, readTexts } from "./fields.ts";

/** Decodes an entry of `people`. One person may have any number of accounts on each platform. */
export function decodePerson(value: unknown): PersonConfig {
  const person = readMembers(value);
  const id = readText(person.get("id")) ?? "";
  const locale = readText(person.get("locale"));
  const timezone = readText(person.get("timezone"));
  return {
    id,
    name: readText(person.get("name")) ?? id,
    accounts: [...decodeTelegramAccounts(person.get("telegram")), ...decodeDiscordAccounts(person.get("discord"))],
    groups: readTexts(person.get("groups")).filter((group) => group !== ""),
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

function decodeTelegramAccounts(value: unknown): readonly AccountConfig[] {
  return [value]
    .flat()
    .map(readInteger)
    .filter((id) => id !== undefined)
    .map((id) => ({ platform: "telegram", id: String(id) }));
}

function decodeDiscordAccounts(value: unknown): readonly AccountConfig[] {
  return [value]
    .flat()
    .map(readText)
    .filter((id) => id !== undefined)
    .map((id) => ({ platform: "discord", id }));
}
