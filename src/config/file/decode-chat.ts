import type { ChatConfig } from "../config.ts";
import { readInteger, readMembers, readText, readTexts } from "./fields.ts";

/** Decodes an entry of `chats`. An entry without a usable conversation gets an empty id, which matches nothing. */
export function decodeChat(value: unknown): ChatConfig {
  const chat = readMembers(value);
  const locale = readText(chat.get("locale"));
  const timezone = readText(chat.get("timezone"));
  const settings = {
    ...(chat.has("workflows") ? { workflows: readTexts(chat.get("workflows")) } : {}),
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  const telegram = readInteger(chat.get("telegram"));
  if (telegram === undefined) return { platform: "discord", id: readText(chat.get("discord")) ?? "", ...settings };
  const topic = readInteger(chat.get("topic"));
  return {
    platform: "telegram",
    id: String(telegram),
    ...(topic === undefined ? {} : { topic: String(topic) }),
    ...settings,
  };
}
