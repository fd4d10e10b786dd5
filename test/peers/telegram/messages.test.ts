import { Bot, InlineKeyboard, InputFile } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { createTelegramPeer, stopClean } from "./index.ts";
import type { Chat, TelegramPeer, User } from "./index.ts";

const clock = createManualClock();
let peer: TelegramPeer;
let bot: Bot;
let person: User;
let home: Chat;

beforeEach(async () => {
  peer = await createTelegramPeer({ clock, bot: { username: "deploy_bot", firstName: "Deploys" } });
  person = peer.addUser({ id: 111_111_111, firstName: "Ann", lastName: "B", username: "ann_b", languageCode: "uk" });
  home = peer.privateChat(person);
  bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
});
afterEach(() => stopClean(peer));

async function receive(): Promise<Awaited<ReturnType<typeof bot.api.getUpdates>>> {
  return bot.api.getUpdates();
}

async function send(chatId: number): Promise<unknown> {
  return bot.api.sendMessage(chatId, "hello");
}

describe("a bot that sends", () => {
  it("says who it is", async () => {
    expect(await bot.api.getMe()).toMatchObject({ id: peer.botUser.id, username: "deploy_bot", is_bot: true });
  });

  it("shows text, entities and buttons to the person", async () => {
    const keyboard = new InlineKeyboard()
      .text("Approve", "v1:a:x")
      .text("Deny", "v1:d:x")
      .row()
      .url("Log", "https://example.org");
    const sent = await bot.api.sendMessage(home.id, "Deploy api?", {
      entities: [{ type: "bold", offset: 0, length: 6 }],
      reply_markup: keyboard,
      link_preview_options: { is_disabled: true },
    });
    expect(sent).toMatchObject({ message_id: 1, text: "Deploy api?", chat: { id: home.id, type: "private" } });
    const [seen] = peer.messages(home);
    expect(seen).toMatchObject({ id: 1, text: "Deploy api?", from: peer.botUser, edits: 0, date: clock.now() / 1000 });
    expect(seen?.entities).toEqual([{ type: "bold", text: "Deploy", offset: 0, details: {} }]);
    expect(seen?.buttons.map((row) => row.map(({ label, data, url }) => [label, data ?? url]))).toEqual([
      [
        ["Approve", "v1:a:x"],
        ["Deny", "v1:d:x"],
      ],
      [["Log", "https://example.org"]],
    ]);
  });

  it("takes exactly 4096 characters, counted after trimming, and 64 bytes of callback data", async () => {
    await bot.api.sendMessage(home.id, `  ${"😀".repeat(2048)}  `, {
      reply_markup: new InlineKeyboard().text("Go", "ü".repeat(32)),
    });
    expect(peer.messages(home)[0]?.text).toHaveLength(4096);
  });

  it("edits the text; leaving the keyboard out removes it", async () => {
    const { message_id } = await bot.api.sendMessage(home.id, "one", {
      reply_markup: new InlineKeyboard().text("Go", "go"),
    });
    const edited = await bot.api.editMessageText(home.id, message_id, "two");
    expect(edited).toMatchObject({ text: "two", edit_date: clock.now() / 1000 });
    expect(peer.messages(home)).toMatchObject([{ text: "two", buttons: [], edits: 1 }]);
    await bot.api.editMessageReplyMarkup(home.id, message_id, {
      reply_markup: new InlineKeyboard().text("Again", "again"),
    });
    expect(peer.messages(home)).toMatchObject([{ text: "two", buttons: [[{ label: "Again" }]], edits: 2 }]);
  });

  it("asks for a reply and hears it as one", async () => {
    const { message_id } = await bot.api.sendMessage(home.id, "Which version?", {
      reply_markup: { force_reply: true, input_field_placeholder: "1.2.3", selective: true },
    });
    const [question] = peer.messages(home);
    expect(question?.forceReply).toEqual({ placeholder: "1.2.3", for: [] });
    if (question === undefined) return;
    peer.write(person, home, "2.0.0", { replyTo: question });
    const [update] = await receive();
    expect(update?.message).toMatchObject({
      text: "2.0.0",
      from: { id: 111_111_111, first_name: "Ann", last_name: "B", username: "ann_b", language_code: "uk" },
      reply_to_message: { message_id, text: "Which version?", from: { id: peer.botUser.id } },
    });
    expect(update?.message?.reply_to_message).not.toHaveProperty("reply_markup");
  });

  it("asks those alone who are mentioned or replied to", async () => {
    const said = peer.write(person, home, "/run");
    const ben = peer.addUser({ firstName: "Ben" });
    await bot.api.sendMessage(home.id, "Ben?", {
      entities: [{ type: "text_mention", offset: 0, length: 3, user: { id: ben.id, is_bot: false, first_name: "B" } }],
      reply_parameters: { message_id: said.id },
      reply_markup: { force_reply: true, selective: true },
    });
    await bot.api.sendMessage(home.id, "Anybody?", { reply_markup: { force_reply: true } });
    const [, selective, open] = peer.messages(home);
    expect(selective?.forceReply?.for).toEqual([ben.id, person.id]);
    expect(open?.forceReply?.for).toBeUndefined();
    expect(selective?.entities).toMatchObject([{ type: "text_mention", details: { user: { first_name: "Ben" } } }]);
  });

  it("replies, with a quote, and without what it replies to when that is gone", async () => {
    const said = peer.write(person, home, "deploy please");
    await bot.api.sendMessage(home.id, "ok", { reply_parameters: { message_id: said.id, quote: "please" } });
    await bot.api.sendMessage(home.id, "still ok", {
      reply_parameters: { message_id: 99, allow_sending_without_reply: true },
    });
    expect(peer.messages(home).map(({ replyTo }) => replyTo)).toEqual([undefined, said.id, undefined]);
  });

  it("deletes its own messages and, in private, others', up to two days old", async () => {
    const said = peer.write(person, home, "secret");
    await bot.api.deleteMessage(home.id, said.id);
    expect(peer.messages(home)).toEqual([]);
    const { message_id } = await bot.api.sendMessage(home.id, "old");
    await clock.advance(48 * 3_600_000);
    await expect(bot.api.deleteMessage(home.id, message_id)).rejects.toMatchObject({
      description: "Bad Request: message can't be deleted",
    });
  });

  it("uploads documents and sends them again by id", async () => {
    const file = new InputFile(Buffer.from('{"a":1}'), "approval-X1 b.json");
    const sent = await bot.api.sendDocument(home.id, file, { caption: "All of it" });
    expect(sent.document).toMatchObject({
      file_name: "approval-X1 b.json",
      mime_type: "application/json",
      file_size: 7,
    });
    await bot.api.sendDocument(home.id, sent.document.file_id);
    const [first, second] = peer.messages(home);
    expect(first).toMatchObject({ text: "All of it", document: { name: "approval-X1 b.json" } });
    expect(first?.document?.data.toString()).toBe('{"a":1}');
    expect(second?.document?.data.toString()).toBe('{"a":1}');
    expect(peer.log.at(-2)?.files).toMatchObject([{ name: "approval-X1 b.json" }]);
  });

  it("fetches a document a person sent, for an hour", async () => {
    peer.sendFile(person, home, { name: "answer.json", data: '{"env":"prod"}', caption: "here" });
    const [update] = await receive();
    const document = update?.message?.document;
    expect(update?.message).toMatchObject({ caption: "here", document: { file_name: "answer.json", file_size: 14 } });
    const { file_path } = await bot.api.getFile(document?.file_id ?? "");
    const address = `${peer.url}/file/bot${peer.token}/${file_path}`;
    expect(await (await fetch(address)).text()).toBe('{"env":"prod"}');
    expect((await fetch(`${peer.url}/file/bot${peer.token}/documents/file_0.json`)).status).toBe(404);
    expect((await fetch(`${peer.url}/file/bot1:x/${file_path}`)).status).toBe(401);
    await clock.advance(3_600_000);
    expect((await fetch(address)).status).toBe(404);
  });

  it("does not fetch more than 20 MB", async () => {
    peer.sendFile(person, home, { name: "big.log", data: new Uint8Array(20 * 1024 * 1024 + 1) });
    const [update] = await receive();
    await expect(bot.api.getFile(update?.message?.document?.file_id ?? "")).rejects.toMatchObject({
      description: "Bad Request: file is too big",
    });
  });

  it("shows that it is typing", async () => {
    await bot.api.sendChatAction(home.id, "typing");
    expect(peer.chatActions(home)).toEqual([{ action: "typing", topic: undefined }]);
  });

  it("hears commands as commands and edits as edits", async () => {
    const said = peer.write(person, home, "/run@deploy_bot deploy-guard env=prod");
    peer.editMessage(said, "/cancel");
    const [command, edit] = await receive();
    expect(command?.message?.entities).toEqual([{ type: "bot_command", offset: 0, length: 15 }]);
    expect(edit?.edited_message).toMatchObject({ message_id: said.id, text: "/cancel" });
  });
});

describe("commands of a bot", () => {
  it("stand by scope and language, and fall nowhere", async () => {
    const run = { command: "run", description: "Start a workflow" };
    const uk = { command: "run", description: "Почати" };
    await bot.api.setMyCommands([run]);
    await bot.api.setMyCommands([uk], { language_code: "uk" });
    await bot.api.setMyCommands([], { scope: { type: "chat", chat_id: home.id } });
    expect(await bot.api.getMyCommands()).toEqual([run]);
    expect(await bot.api.getMyCommands({ language_code: "uk" })).toEqual([uk]);
    expect(await bot.api.getMyCommands({ language_code: "de" })).toEqual([]);
    expect(peer.commands({ language: "uk" })).toEqual([uk]);
    await bot.api.deleteMyCommands({ language_code: "uk" });
    expect(await bot.api.getMyCommands({ language_code: "uk" })).toEqual([]);
  });

  it("may be 100, with names of 32 and descriptions of 256 characters", async () => {
    const commands = Array.from({ length: 100 }, (_, index) => ({
      command: `c${index}_`.padEnd(32, "x"),
      description: "d".repeat(256),
    }));
    await bot.api.setMyCommands(commands);
    expect(await bot.api.getMyCommands()).toHaveLength(100);
  });
});

describe("a person the bot cannot reach", () => {
  it("has not started it, blocked it, or is gone", async () => {
    const stranger = peer.addUser();
    await expect(send(stranger.id)).rejects.toMatchObject({
      error_code: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    peer.blockBot(person);
    await expect(send(person.id)).rejects.toMatchObject({
      error_code: 403,
      description: "Forbidden: bot was blocked by the user",
    });
    peer.unblockBot(person);
    await send(person.id);
    peer.deactivate(person);
    await expect(send(person.id)).rejects.toMatchObject({ description: "Forbidden: user is deactivated" });
    const [blocked, unblocked] = await receive();
    expect(blocked?.my_chat_member).toMatchObject({ new_chat_member: { status: "kicked" }, chat: { id: person.id } });
    expect(unblocked?.my_chat_member).toMatchObject({ new_chat_member: { status: "member" } });
  });

  it("may be another bot", async () => {
    const other = peer.addBot();
    await expect(send(other.user.id)).rejects.toMatchObject({
      description: "Forbidden: bot can't send messages to bots",
    });
  });
});

describe("rates", () => {
  it("are not enforced unless a test asks for it", async () => {
    for (let count = 0; count < 40; count += 1) await bot.api.sendMessage(home.id, `${count}`);
    expect(peer.messages(home)).toHaveLength(40);
  });

  it("are one a second in private and twenty a minute in groups, edits included", async () => {
    const strict = await createTelegramPeer({ clock, enforceRates: true });
    const ann = strict.addUser();
    const chat = strict.privateChat(ann);
    const group = strict.addGroup({ members: [ann] });
    const api = new Bot(strict.token, { client: { apiRoot: strict.url } }).api;
    const { message_id } = await api.sendMessage(chat.id, "one");
    await expect(api.editMessageText(chat.id, message_id, "two")).rejects.toMatchObject({
      error_code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    for (let count = 0; count < 20; count += 1) await api.sendMessage(group.id, `${count}`);
    await expect(api.sendMessage(group.id, "21")).rejects.toMatchObject({ parameters: { retry_after: 60 } });
    await clock.advance(60_000);
    await api.sendMessage(group.id, "21");
    await strict.stop();
  });
});
