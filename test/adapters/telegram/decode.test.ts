import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEvent, eventIdOf } from "../../../adapters/telegram/decode.ts";

const BOT = { id: 7000, username: "Lobster_bot" };
const PERSON = { id: 101, is_bot: false, first_name: "A", language_code: "uk" };
const GROUP = { id: -1001234567890, type: "supergroup", title: "Team" };
const PRIVATE = { id: 101, type: "private", first_name: "A" };
const OWN = { message_id: 4, date: 1, chat: GROUP, from: { id: 7000, is_bot: true, first_name: "Lobster" }, text: "?" };

const decode = (message: object): unknown =>
  decodeEvent({ update_id: 9, message: { message_id: 5, date: 1, chat: GROUP, from: PERSON, ...message } }, BOT);
const place = { platform: "telegram", id: "-1001234567890" };

describe("a command", () => {
  it.each([
    ["alone", "/help", "help", ""],
    ["with words", "/run deploy  env=prod", "run", "deploy  env=prod"],
    ["for this bot, in any letter case", "/Run@LOBSTER_BOT x", "run", "x"],
    ["over several lines", "/answer A1\n{\n}", "answer", "A1\n{\n}"],
  ])("is one: %s", (_what, text, name, rest) => {
    expect(decode({ text })).toEqual({
      kind: "command",
      updateId: 9,
      conversation: place,
      sender: { account: "101", locale: "uk" },
      message: { conversation: place, id: "5" },
      name,
      rest,
    });
  });

  it.each([
    ["for another bot", "/run@other_bot x"],
    ["for another bot, in a private chat", "/run@other_bot"],
  ])("is none of our business: %s", (_what, text) => {
    expect(decode({ text })).toBeUndefined();
  });

  it.each(["/usr/bin", "a /run", "//run", "/", "/run!"])("is only text: %s", (text) => {
    expect(decode({ text })).toMatchObject({ kind: "text", text });
  });

  it("may stand below a document", () => {
    expect(
      decode({ caption: "/answer A1", document: { file_id: "F", file_name: "a.json", file_size: 3, mime_type: "x" } }),
    ).toMatchObject({
      kind: "command",
      name: "answer",
      rest: "A1",
      attachment: { fileId: "F", name: "a.json", bytes: 3 },
    });
  });
});

describe("a text", () => {
  it("knows which message of the bot it replies to", () => {
    expect(decode({ text: "because", reply_to_message: OWN })).toMatchObject({
      kind: "text",
      text: "because",
      isAddressed: false,
      replyTo: { conversation: place, id: "4" },
    });
  });

  it.each([
    ["to a person", { ...OWN, from: PERSON }],
    ["to the beginning of a topic", { ...OWN, from: PERSON, forum_topic_created: { name: "x" } }],
    ["to something without a sender", { message_id: 4, chat: GROUP }],
  ])("replies to nothing of ours: %s", (_what, reply_to_message) => {
    expect(decode({ text: "x", reply_to_message })).not.toHaveProperty("replyTo");
  });

  it.each<[string, object, boolean]>([
    ["in a private chat", { chat: PRIVATE, text: "x" }, true],
    ["in a group", { text: "x" }, false],
    ["by a mention", { text: "hey @lobster_BOT", entities: [{ type: "mention", offset: 4, length: 12 }] }, true],
    [
      "by a mention of somebody else",
      { text: "hey @lobster_bo", entities: [{ type: "mention", offset: 4, length: 11 }] },
      false,
    ],
    [
      "by a mention without a name",
      { text: "Lobster", entities: [{ type: "text_mention", offset: 0, length: 7, user: { id: 7000 } }] },
      true,
    ],
    [
      "by a mention below a document",
      { caption: "@lobster_bot", caption_entities: [{ type: "mention", offset: 0, length: 12 }] },
      true,
    ],
  ])("is addressed or not: %s", (_what, message, isAddressed) => {
    expect(decode(message)).toMatchObject({ kind: "text", isAddressed });
  });

  it("is empty for an answer that has no words", () => {
    expect(decode({ sticker: { file_id: "S" }, reply_to_message: OWN })).toMatchObject({ kind: "text", text: "" });
  });

  it.each([{ new_chat_members: [PERSON] }, { pinned_message: OWN }, { photo: [] }, {}])("is none: %j", (message) => {
    expect(decode(message)).toBeUndefined();
  });
});

describe("where something happened", () => {
  it.each<[string, object, object]>([
    ["a topic", { is_topic_message: true, message_thread_id: 17 }, { ...place, topic: "17" }],
    ["a thread of replies, which is no topic", { message_thread_id: 17 }, place],
    ["a private chat", { chat: PRIVATE }, { platform: "telegram", id: "101" }],
  ])("is %s", (_what, message, conversation) => {
    expect(decode({ text: "/help", ...message })).toMatchObject({ conversation });
  });
});

describe("who wrote", () => {
  const CHANNEL = { id: -1009, type: "channel", title: "News" };
  it.each<[string, object, object]>([
    ["a person", {}, { account: "101", locale: "uk" }],
    ["a person without a language", { from: { id: 5, is_bot: false, first_name: "A" } }, { account: "5" }],
    [
      "an anonymous admin",
      { from: { id: 1087968824, is_bot: true, first_name: "G" }, sender_chat: GROUP },
      { nobody: "anonymous_admin" },
    ],
    [
      "a channel",
      { from: { id: 136817688, is_bot: true, first_name: "C" }, sender_chat: CHANNEL },
      { nobody: "channel" },
    ],
    [
      "a linked channel",
      { from: { id: 777000, is_bot: false, first_name: "T" }, sender_chat: CHANNEL, is_automatic_forward: true },
      { nobody: "linked_channel" },
    ],
    [
      "the account of linked channels",
      { from: { id: 777000, is_bot: false, first_name: "T" } },
      { nobody: "linked_channel" },
    ],
    ["another bot", { from: { id: 8000, is_bot: true, first_name: "B" } }, { nobody: "bot" }],
    ["a person through a bot", { via_bot: { id: 8000, is_bot: true, first_name: "B" } }, { nobody: "via_bot" }],
    [
      "somebody whose words were forwarded",
      { forward_origin: { type: "user", date: 1, sender_user: PERSON } },
      { nobody: "forwarded" },
    ],
    ["nobody at all", { from: undefined }, { nobody: "unknown" }],
    ["somebody of whom it is not said that they are no bot", { from: { id: 5, first_name: "A" } }, { nobody: "bot" }],
    ["somebody with a name for an id", { from: { id: "101", is_bot: false } }, { nobody: "unknown" }],
  ])("is %s", (_what, message, sender) => {
    expect(decode({ text: "/help", ...message })).toMatchObject({ sender });
    expect(decode({ text: "/help", ...message })).toHaveProperty("sender", sender);
  });

  it("is nobody in a channel", () => {
    const post = { message_id: 5, date: 1, chat: CHANNEL, sender_chat: CHANNEL, text: "/help" };
    expect(decodeEvent({ update_id: 9, channel_post: post }, BOT)).toMatchObject({ sender: { nobody: "channel" } });
  });
});

describe("a press", () => {
  const query = { id: "q1", from: PERSON, chat_instance: "c", data: "1:approve:0123456789abcdef", message: OWN };

  it("carries what the button carried, and where it stood", () => {
    expect(decodeEvent({ update_id: 9, callback_query: query }, BOT)).toEqual({
      kind: "press",
      updateId: 9,
      sender: { account: "101", locale: "uk" },
      conversation: place,
      queryId: "q1",
      payload: "1:approve:0123456789abcdef",
      message: { conversation: place, id: "4" },
    });
  });

  it("stands in the conversation of a message that is out of reach", () => {
    const message = { chat: GROUP, message_id: 4, date: 0 };
    expect(decodeEvent({ update_id: 9, callback_query: { ...query, message } }, BOT)).toMatchObject({
      kind: "press",
      message: { id: "4" },
    });
  });

  it("leads nowhere without a conversation", () => {
    expect(decodeEvent({ update_id: 9, callback_query: { ...query, message: undefined } }, BOT)).toEqual({
      kind: "stray_press",
      updateId: 9,
      queryId: "q1",
    });
  });
});

describe("a group that becomes a supergroup", () => {
  const old = { platform: "telegram", id: "-40" };
  it.each<[string, object]>([
    ["the old group says so", { chat: { id: -40, type: "group" }, migrate_to_chat_id: -1001234567890 }],
    ["the new one says so", { migrate_from_chat_id: -40 }],
  ])("moves: %s", (_what, message) => {
    expect(decode(message)).toMatchObject({ kind: "moved", from: old, to: place });
  });
});

describe("an update", () => {
  it("that is not understood is passed over, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: false }), (value) => {
        expect(() => decodeEvent(value, BOT)).not.toThrow();
        expect(() => decodeEvent({ update_id: 1, message: value }, BOT)).not.toThrow();
        expect(() => decodeEvent({ update_id: 1, callback_query: value }, BOT)).not.toThrow();
      }),
    );
  });

  it("takes nothing from an object's prototype", () => {
    expect(eventIdOf(Object.create({ update_id: 5 }))).toBeUndefined();
    const message: unknown = Object.create({ message_id: 5, chat: GROUP, text: "/help" });
    expect(decodeEvent({ update_id: 9, message }, BOT)).toBeUndefined();
  });
});
