import { describe, expect, it } from "vitest";
import { addressOf, isGroup, linkTo } from "../../../../adapters/telegram/wire/conversation.ts";
import type { Conversation } from "../../../../src/bot/adapter.ts";

const at = (id: string, topic?: string): Conversation =>
  topic === undefined ? { platform: "telegram", id } : { platform: "telegram", id, topic };

describe("where to send", () => {
  it.each<[Conversation, object | undefined]>([
    [at("111"), { chat_id: 111 }],
    [at("-1001234567890"), { chat_id: -1001234567890 }],
    [at("-1001234567890", "17"), { chat_id: -1001234567890, message_thread_id: 17 }],
    [at("@name"), undefined],
    [at("1e3"), undefined],
    [at("99999999999999999999"), undefined],
    [at("-100", "x"), undefined],
  ])("%j", (conversation, address) => {
    expect(addressOf(conversation)).toEqual(address);
  });
});

describe("a link to a message", () => {
  it.each<[string, Conversation, string | undefined]>([
    ["of a supergroup", at("-1001234567890"), "https://t.me/c/1234567890/5"],
    ["of a topic", at("-1001234567890", "17"), "https://t.me/c/1234567890/17/5"],
    ["of a group", at("-40"), undefined],
    ["of a private chat", at("111"), undefined],
  ])("%s", (_what, conversation, link) => {
    expect(linkTo({ conversation, id: "5" })).toBe(link);
  });
});

it("tells groups from people", () => {
  expect([isGroup(at("-40")), isGroup(at("-1001")), isGroup(at("111"))]).toEqual([true, true, false]);
});
