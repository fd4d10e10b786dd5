import { describe, expect, it } from "vitest";
import type { Conversation, Sender } from "../../../src/bot/adapter.ts";
import { createPeople } from "../../../src/bot/people/people.ts";
import { createVoices, type Voices } from "../../../src/bot/voice/voices.ts";
import type { Language } from "../../../src/bot/wording/language.ts";
import type { ChatConfig, PersonConfig } from "../../../src/config/config.ts";

const AT = Date.UTC(2026, 11, 1, 14, 5);

const person = (id: string, account: string, more: Partial<PersonConfig> = {}): PersonConfig => ({
  id,
  name: id,
  groups: [],
  accounts: [{ platform: "telegram", id: account }],
  ...more,
});

const PEOPLE = [
  person("oksana", "101", { locale: "uk-UA", timezone: "Europe/Kyiv" }),
  person("haruto", "102"),
  person("pedro", "103", { locale: "pt-BR" }),
  person("minji", "104"),
];

const CHATS: readonly ChatConfig[] = [
  { platform: "telegram", id: "-1" },
  { platform: "telegram", id: "-2", locale: "ko", timezone: "Asia/Seoul" },
  { platform: "telegram", id: "-2", topic: "7", locale: "ja" },
];

const chat = (id: string, topic?: string): Conversation => ({
  platform: "telegram",
  id,
  ...(topic === undefined ? {} : { topic }),
});

const create = (known: Readonly<Record<string, Language>> = {}): Voices =>
  createVoices({
    config: { chats: CHATS },
    people: createPeople({ people: PEOPLE }),
    languages: { of: (id) => known[id] },
    redact: (text) => text,
  });

describe("whoever acts", () => {
  it.each<readonly [string, Sender, string, string]>([
    ["in the language of their entry, whatever the platform says", { account: "101", locale: "ja" }, "-1", "uk"],
    ["in the language of their entry, whatever the chat's is", { account: "101" }, "-2", "uk"],
    ["else in the one the platform says", { account: "102", locale: "ja-JP" }, "-2", "ja"],
    ["else in that of the chat", { account: "102" }, "-2", "ko"],
    ["else in English", { account: "102" }, "-1", "en"],
    ["in English when theirs is not spoken", { account: "103", locale: "uk" }, "-2", "en"],
    ["in English when the platform's is not spoken", { account: "102", locale: "pt-BR" }, "-2", "en"],
    ["as a stranger in the platform's language", { account: "999", locale: "uk" }, "-2", "uk"],
    ["as a stranger in that of the chat", { account: "999" }, "-2", "ko"],
    ["as nobody in that of the chat, not as the person of that account", { account: "101", nobody: "bot" }, "-2", "ko"],
  ])("is answered %s", (_, sender, conversation, language) => {
    expect(create().toSender(sender, chat(conversation)).words.language).toBe(language);
  });

  it("reads times in their zone, else in that of the chat, else in UTC", () => {
    const voices = create();
    const timeFor = (account: string, id: string): string => voices.toSender({ account }, chat(id)).words.sayTime(AT);
    expect([timeFor("101", "-2"), timeFor("102", "-2"), timeFor("102", "-1")]).toEqual([
      "01.12.2026 16:05 UTC+2",
      "2026년 12월 1일 23:05 UTC+9",
      "2026-12-01 14:05 UTC",
    ]);
  });
});

describe("a person who is told something later", () => {
  it("is told in the language their platform reported last", () => {
    const voices = create({ haruto: "ja" });
    expect(voices.toPerson(PEOPLE[1], chat("-2")).words.language).toBe("ja");
  });

  it("is told as everybody there, where nobody knows who it is", () => {
    expect(create().toPerson(undefined, chat("-2")).words.language).toBe("ko");
  });
});

describe("what everybody in a conversation reads", () => {
  it.each<readonly [string, Conversation, string | undefined, string]>([
    ["in the language of the chat, whoever started", chat("-2"), "oksana", "ko"],
    ["in the language of the topic", chat("-2", "7"), "oksana", "ja"],
    ["in the language of the group, in another topic", chat("-2", "8"), "oksana", "ko"],
    ["else in that of whoever started", chat("-1"), "oksana", "uk"],
    ["as their platform reported it", chat("-1"), "minji", "ko"],
    ["in English when a starter's language is not known", chat("-1"), "haruto", "en"],
    ["in English when nobody knows the starter", chat("-1"), "stranger", "en"],
    ["in English when nobody started it", chat("-1"), undefined, "en"],
    ["in a private chat, in the language of the person it is with", chat("101"), "minji", "uk"],
  ])("is %s", (_, conversation, startedBy, language) => {
    const voices = create({ minji: "ko" });
    expect(voices.toAll(conversation, startedBy).words.language).toBe(language);
  });

  it("has times in the zone of the chat, never in that of one of the readers", () => {
    const voices = create();
    expect(voices.toAll(chat("-1"), "oksana").words.sayTime(AT)).toBe("01.12.2026 14:05 UTC");
    expect(voices.toAll(chat("-2"), "oksana").words.sayTime(AT)).toBe("2026년 12월 1일 23:05 UTC+9");
    expect(voices.toAll(chat("101"), "minji").words.sayTime(AT)).toBe("01.12.2026 16:05 UTC+2");
  });
});
