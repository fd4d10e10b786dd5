import { Bot, InlineKeyboard } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import type { ManualClock } from "../../fakes/manual-clock.ts";
import { createTelegramPeer, stopClean } from "./index.ts";
import type { Chat, SeenMessage, TelegramPeer, User } from "./index.ts";

const TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid";

let clock: ManualClock;
let peer: TelegramPeer;
let bot: Bot;
let ann: User;
let ben: User;
let group: Chat;
let card: SeenMessage;

beforeEach(async () => {
  clock = createManualClock();
  peer = await createTelegramPeer({ clock, repeatPressesAfterMs: 10_000 });
  ann = peer.addUser({ firstName: "Ann" });
  ben = peer.addUser({ firstName: "Ben" });
  group = peer.addGroup({ members: [ann, ben] });
  bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
  await bot.api.sendMessage(group.id, "Deploy?", {
    reply_markup: new InlineKeyboard().text("✅ Approve", "v1:a:x").text("Deny", "v1:d:x"),
  });
  card = await peer.waitFor(group, ({ text }) => text === "Deploy?");
});
afterEach(() => stopClean(peer));

describe("a press", () => {
  it("reaches the bot with the message and the person, and shows the answer", async () => {
    const press = peer.press(ann, card, /Approve/);
    const [update] = await bot.api.getUpdates();
    const query = update?.callback_query;
    expect(query).toMatchObject({
      id: press.queryIds[0],
      from: { id: ann.id, first_name: "Ann" },
      data: "v1:a:x",
      message: { message_id: card.id, text: "Deploy?", chat: { id: group.id } },
    });
    await bot.api.answerCallbackQuery(query?.id ?? "", { text: "Approved", show_alert: true });
    expect(await press.answer()).toEqual({ text: "Approved", alert: true, url: "", queryId: query?.id });
  });

  it("finds its button by label or data, and names the buttons when there is none such", () => {
    expect(peer.press(ann, card, "Deny").queryIds).toHaveLength(1);
    expect(peer.press(ann, card, "v1:d:x").queryIds).toHaveLength(1);
    expect(() => peer.press(ann, card, "Details")).toThrow("it has: ✅ Approve | Deny");
  });

  it("can be answered once, by its bot, for a minute", async () => {
    const [id = ""] = peer.press(ann, card, "Deny").queryIds;
    const other = peer.addBot();
    const stranger = new Bot(other.token, { client: { apiRoot: peer.url } });
    await expect(stranger.api.answerCallbackQuery(id)).rejects.toMatchObject({ description: TOO_OLD });
    await bot.api.answerCallbackQuery(id);
    await expect(bot.api.answerCallbackQuery(id)).rejects.toMatchObject({ description: TOO_OLD });
    const [late = ""] = peer.press(ben, card, "Deny").queryIds;
    await clock.advance(60_000);
    await expect(bot.api.answerCallbackQuery(late)).rejects.toMatchObject({ description: TOO_OLD });
  });

  it("of two people at the same moment comes in one batch, with two ids", async () => {
    peer.press(ann, card, /Approve/);
    peer.press(ben, card, /Approve/);
    const updates = await bot.api.getUpdates();
    expect(updates.map(({ callback_query: query }) => query?.from.id)).toEqual([ann.id, ben.id]);
    expect(new Set(updates.map(({ callback_query: query }) => query?.id)).size).toBe(2);
    expect(new Set(updates.map(({ callback_query: query }) => query?.chat_instance)).size).toBe(1);
  });

  it("comes again with a new id while it is unanswered, and only then", async () => {
    const answered = peer.press(ann, card, "Deny");
    const unanswered = peer.press(ben, card, "Deny");
    await bot.api.answerCallbackQuery(answered.queryIds[0] ?? "", { text: "no" });
    await clock.advance(10_000);
    expect(answered.queryIds).toHaveLength(1);
    expect(unanswered.queryIds).toHaveLength(2);
    unanswered.deliverAgain();
    expect(new Set(unanswered.queryIds).size).toBe(3);
    expect(await bot.api.getUpdates()).toHaveLength(4);
    await bot.api.answerCallbackQuery(unanswered.queryIds[2] ?? "", { text: "done" });
    expect(await unanswered.answer()).toMatchObject({ text: "done" });
  });

  it("on a card that was edited meanwhile still sends what the person saw", async () => {
    await bot.api.editMessageText(group.id, card.id, "Done");
    peer.press(ann, card, /Approve/);
    const [update] = await bot.api.getUpdates();
    expect(update?.callback_query).toMatchObject({ data: "v1:a:x", message: { text: "Done" } });
    expect(update?.callback_query?.message).not.toHaveProperty("reply_markup");
  });

  it("on a deleted card knows only where it stood", async () => {
    peer.deleteMessage(card);
    peer.press(ann, card, /Approve/);
    const [update] = await bot.api.getUpdates();
    expect(update?.callback_query?.message).toEqual({
      chat: { id: group.id, type: "supergroup", title: "A supergroup" },
      message_id: card.id,
      date: 0,
    });
    expect(peer.look(card)).toBeUndefined();
  });

  it("may carry data no button has", async () => {
    peer.pressForged(ann, card, "v1:a:other");
    const [update] = await bot.api.getUpdates();
    expect(update?.callback_query?.data).toBe("v1:a:other");
  });

  it("is not possible where the person is not", () => {
    expect(() => peer.press(peer.addUser(), card, "Deny")).toThrow("does not see chat");
  });
});

describe("a forwarded card", () => {
  it("has no buttons and tells where it came from; forging a press on it names the copy", async () => {
    const elsewhere = peer.addGroup({ members: [ann] });
    const copy = peer.forward(ann, card, elsewhere);
    expect(copy).toMatchObject({ text: "Deploy?", buttons: [], forwarded: true, from: ann });
    peer.pressForged(ann, copy, "v1:a:x");
    const [update] = await bot.api.getUpdates();
    expect(update?.callback_query?.message).toMatchObject({
      chat: { id: elsewhere.id },
      forward_origin: { type: "user", sender_user: { id: peer.botUser.id } },
    });
    await expect(bot.api.editMessageText(elsewhere.id, copy.id, "x")).rejects.toMatchObject({
      description: "Bad Request: message can't be edited",
    });
  });
});
