import { Bot } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ANONYMOUS_ADMIN, CHANNEL_SENDER, createTelegramPeer, LINKED_CHANNEL_SENDER, stopClean } from "./index.ts";
import type { Chat, TelegramPeer, User } from "./index.ts";

let peer: TelegramPeer;
let bot: Bot;
let ann: User;
let ben: User;
let group: Chat;

beforeEach(async () => {
  peer = await createTelegramPeer({ bot: { username: "deploy_bot" } });
  ann = peer.addUser({ firstName: "Ann" });
  ben = peer.addUser({ firstName: "Ben" });
  group = peer.addGroup({ title: "Releases", members: [ann], admins: [ben] });
  bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
});
afterEach(() => stopClean(peer));

async function send(chat: Chat): Promise<unknown> {
  return bot.api.sendMessage(chat.id, "a");
}

/** The texts the bot is told of, and forgets. */
async function hear(): Promise<readonly (string | undefined)[]> {
  const updates = await bot.api.getUpdates();
  const last = updates.at(-1);
  if (last !== undefined) await bot.api.getUpdates({ offset: last.update_id + 1, limit: 1 });
  return updates.map(({ message, channel_post: post }) => message?.text ?? post?.text);
}

describe("privacy mode", () => {
  it("shows the bot commands, replies to it and mentions of it, and nothing else", async () => {
    const { message_id } = await bot.api.sendMessage(group.id, "Which version?");
    peer.write(ann, group, "just talking");
    peer.write(ann, group, "/status");
    peer.write(ann, group, "/status@other_bot");
    peer.write(ann, group, "/status@Deploy_Bot");
    peer.write(ann, group, "1.2.3", { replyTo: message_id });
    peer.write(ann, group, "hey @deploy_bot look");
    peer.write(ann, group, "hey @someone_else look");
    expect(await hear()).toEqual(["/status", "/status@Deploy_Bot", "1.2.3", "hey @deploy_bot look"]);
  });

  it("does not hold for administrators, nor for bots without it", async () => {
    const open = peer.addGroup({ members: [ann], botRole: "administrator" });
    const frank = peer.addBot({ privacy: false });
    const both = peer.addGroup({ members: [ann], bots: [peer.bot, frank] });
    peer.write(ann, open, "to all");
    peer.write(ann, both, "to some");
    expect(await hear()).toEqual(["to all"]);
    expect(await new Bot(frank.token, { client: { apiRoot: peer.url } }).api.getUpdates()).toMatchObject([
      { message: { text: "to some" } },
    ]);
  });

  it("lets no bot hear another, and keeps private chats of two bots apart", async () => {
    const other = peer.addBot();
    const otherApi = new Bot(other.token, { client: { apiRoot: peer.url } }).api;
    peer.setRole(group, other.user, "administrator");
    await otherApi.sendMessage(group.id, "/approve X1@deploy_bot");
    const mine = peer.privateChat(ann);
    const theirs = peer.privateChat(ann, { bot: other });
    expect(mine.id).toBe(theirs.id);
    peer.write(ann, theirs, "for the other");
    expect(await hear()).toEqual([]);
    await bot.api.sendMessage(ann.id, "from me");
    expect(peer.messages(mine)).toHaveLength(1);
    expect(peer.messages(theirs)).toHaveLength(1);
  });
});

describe("those who are nobody", () => {
  it("are anonymous administrators and channels, each under the platform's account", async () => {
    const channel = peer.addChannel({ title: "News", admins: [ben] });
    peer.write(ben, group, "/approve X1", { as: "anonymous" });
    peer.write(ben, group, "/approve X2", { as: channel });
    const [anonymous, posing] = await bot.api.getUpdates();
    expect(anonymous?.message).toMatchObject({ from: { id: ANONYMOUS_ADMIN.id }, sender_chat: { id: group.id } });
    expect(posing?.message).toMatchObject({ from: { id: CHANNEL_SENDER.id }, sender_chat: { id: channel.id } });
  });

  it("are linked channels, whose posts are copied into the group", async () => {
    const channel = peer.addChannel({ title: "News", admins: [ben] });
    peer.linkChannel(channel, group);
    const post = peer.write(ben, channel, "/approve X1");
    const [original, copy] = await bot.api.getUpdates();
    expect(original?.channel_post).toMatchObject({ sender_chat: { id: channel.id }, text: "/approve X1" });
    expect(original?.channel_post).not.toHaveProperty("from");
    expect(copy?.message).toMatchObject({
      from: { id: LINKED_CHANNEL_SENDER.id },
      sender_chat: { id: channel.id },
      is_automatic_forward: true,
      forward_origin: { type: "channel", chat: { id: channel.id }, message_id: post.id },
    });
    expect(await bot.api.getChat(group.id)).toMatchObject({ linked_chat_id: channel.id });
  });

  it("still press as the person they are", async () => {
    await bot.api.sendMessage(group.id, "Card", {
      reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] },
    });
    peer.press(ben, await peer.waitFor(group, ({ text }) => text === "Card"), "Go");
    const [update] = await bot.api.getUpdates();
    expect(update?.callback_query?.from.id).toBe(ben.id);
  });
});

describe("a forum", () => {
  let forum: Chat;
  let topic: number;

  beforeEach(async () => {
    forum = peer.addGroup({ title: "Forum", forum: true, members: [ann] });
    topic = peer.addTopic(forum, "Deploys", ann).id;
    await hear();
  });

  it("keeps messages in their topics, where everything replies to the first message", async () => {
    await bot.api.sendMessage(forum.id, "in the topic", { message_thread_id: topic });
    await bot.api.sendMessage(forum.id, "in General");
    peer.write(ann, forum, "/status", { topic });
    const [update] = await bot.api.getUpdates();
    expect(update?.message).toMatchObject({
      message_thread_id: topic,
      is_topic_message: true,
      reply_to_message: { message_id: topic, forum_topic_created: { name: "Deploys" } },
      chat: { is_forum: true },
    });
    expect(peer.messages(forum, { topic }).map(({ text }) => text)).toEqual(["", "in the topic", "/status"]);
    expect(peer.messages(forum).map(({ topic: where }) => where)).toEqual([topic, topic, undefined, topic]);
  });

  it("puts a reply where the message is that it replies to", async () => {
    const said = peer.write(ann, forum, "/run", { topic });
    const sent = await bot.api.sendMessage(forum.id, "which?", { reply_parameters: { message_id: said.id } });
    expect(sent).toMatchObject({ message_thread_id: topic, reply_to_message: { message_id: said.id } });
  });

  it("takes nothing in closed and deleted topics, unless the bot is an administrator", async () => {
    const sendThere = (): Promise<unknown> => bot.api.sendMessage(forum.id, "a", { message_thread_id: topic });
    peer.closeTopic(forum, topic);
    await expect(sendThere()).rejects.toMatchObject({ description: "Bad Request: TOPIC_CLOSED" });
    peer.setRole(forum, peer.botUser, "administrator");
    await sendThere();
    peer.reopenTopic(forum, topic);
    peer.setRole(forum, peer.botUser, "member");
    await sendThere();
    peer.deleteTopic(forum, topic);
    await expect(sendThere()).rejects.toMatchObject({ description: "Bad Request: message thread not found" });
    peer.closeGeneral(forum);
    await expect(bot.api.sendMessage(forum.id, "a")).rejects.toMatchObject({
      description: "Bad Request: TOPIC_CLOSED",
    });
  });

  it("shows typing in the topic", async () => {
    await bot.api.sendChatAction(forum.id, "typing", { message_thread_id: topic });
    expect(peer.chatActions(forum)).toEqual([{ action: "typing", topic }]);
  });

  it("is not every supergroup: a reply there carries a thread that takes no messages", async () => {
    const { message_id } = await bot.api.sendMessage(group.id, "Which?");
    peer.write(ann, group, "this", { replyTo: message_id });
    const [update] = await bot.api.getUpdates();
    expect(update?.message).toMatchObject({ message_thread_id: message_id });
    expect(update?.message).not.toHaveProperty("is_topic_message");
    await expect(bot.api.sendMessage(group.id, "a", { message_thread_id: message_id })).rejects.toMatchObject({
      description: "Bad Request: message thread not found",
    });
  });
});

describe("a group that changes", () => {
  it("is upgraded: the old id says where it went", async () => {
    const small = peer.addGroup({ kind: "group", title: "Small", members: [ann] });
    const { message_id } = await bot.api.sendMessage(small.id, "Card");
    const large = peer.migrateGroup(small);
    const moved = {
      error_code: 400,
      description: "Bad Request: group chat was upgraded to a supergroup chat",
      parameters: { migrate_to_chat_id: large.id },
    };
    await expect(bot.api.sendMessage(small.id, "a")).rejects.toMatchObject(moved);
    await expect(bot.api.editMessageText(small.id, message_id, "a")).rejects.toMatchObject(moved);
    await bot.api.sendMessage(large.id, "here now");
    const [from, to] = await bot.api.getUpdates();
    expect(from?.message).toMatchObject({ chat: { id: small.id }, migrate_to_chat_id: large.id });
    expect(to?.message).toMatchObject({ chat: { id: large.id, type: "supergroup" }, migrate_from_chat_id: small.id });
  });

  it.each([
    ["supergroup" as const, "Forbidden: bot was kicked from the supergroup chat"],
    ["group" as const, "Forbidden: bot was kicked from the group chat"],
  ])("throws the bot out of a %s", async (kind, description) => {
    const place = peer.addGroup({ kind, members: [ann] });
    peer.kickBot(place);
    await expect(bot.api.sendMessage(place.id, "a")).rejects.toMatchObject({ error_code: 403, description });
    const [update] = await bot.api.getUpdates();
    expect(update?.my_chat_member).toMatchObject({
      old_chat_member: { status: "member" },
      new_chat_member: { status: "kicked", user: { id: peer.botUser.id } },
    });
  });

  it("silences the bot, lets it go, or never had it", async () => {
    peer.restrictBot(group);
    await expect(send(group)).rejects.toMatchObject({
      description: "Bad Request: not enough rights to send text messages to the chat",
    });
    peer.setRole(group, peer.botUser, "left");
    await expect(send(group)).rejects.toMatchObject({
      description: "Forbidden: bot is not a member of the supergroup chat",
    });
    const foreign = peer.addGroup({ members: [ann], bots: [] });
    await expect(send(foreign)).rejects.toMatchObject({ description: "Bad Request: chat not found" });
  });

  it("tells what it is and who is in it", async () => {
    const named = peer.addGroup({ username: "release_room", members: [ann], admins: [ben] });
    expect(await bot.api.getChat("@release_room")).toMatchObject({ id: named.id, type: "supergroup" });
    expect(await bot.api.getChatMember(named.id, ann.id)).toMatchObject({ status: "member" });
    expect(await bot.api.getChatMember(named.id, ben.id)).toMatchObject({ status: "administrator" });
    expect(await bot.api.getChatMember(named.id, peer.addUser().id)).toMatchObject({ status: "left" });
    peer.privateChat(ann);
    expect(await bot.api.getChat(ann.id)).toMatchObject({ type: "private", first_name: "Ann" });
  });

  it("numbers the messages of every chat by itself", async () => {
    const other = peer.addGroup({ members: [ann] });
    const ids = [];
    for (const chat of [group, other, group]) ids.push((await bot.api.sendMessage(chat.id, "a")).message_id);
    expect(ids).toEqual([1, 1, 2]);
  });

  it("lets nobody write who is not in it", () => {
    expect(() => peer.write(peer.addUser(), group, "hello")).toThrow("add them first");
  });
});

describe("a channel", () => {
  it("takes messages from bots that are administrators", async () => {
    const channel = peer.addChannel({ title: "News", admins: [ben] });
    const sent = await bot.api.sendMessage(channel.id, "Released");
    expect(sent).toMatchObject({ sender_chat: { id: channel.id } });
    await bot.api.editMessageText(channel.id, sent.message_id, "Released 2.0");
    expect(peer.messages(channel)).toMatchObject([{ text: "Released 2.0", from: undefined }]);
    peer.setRole(channel, peer.botUser, "member");
    await expect(bot.api.sendMessage(channel.id, "a")).rejects.toMatchObject({
      description: "Bad Request: need administrator rights in the channel chat",
    });
  });
});
