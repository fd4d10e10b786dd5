import { describe, expect, it } from "vitest";
import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";
import { conversationOf, createBench, type Bench } from "./bench.ts";

const CARD: OutboundMessage = {
  body: [line({ kind: "bold", text: "Deploy?" }), { kind: "code", text: "x <b>", language: "json" }, line("@everyone")],
  buttons: [
    [
      { label: "Approve", payload: "1:approve:0123456789abcdef", style: "primary" },
      { label: "Deny", payload: "1:deny:0123456789abcdef", style: "danger" },
    ],
  ],
};

/** Sends the card into a group of its own. */
async function sendCard({ peer, adapter }: Bench): Promise<unknown> {
  return await adapter.send(conversationOf(peer.addGroup()), CARD);
}

describe("a card", () => {
  it("is a message with entities and buttons, without a preview and without a mention", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const outcome = await adapter.send(conversationOf(chat), CARD);
    const [shown] = peer.messages(chat);
    expect(outcome).toEqual({ kind: "sent", message: { conversation: conversationOf(chat), id: String(shown?.id) } });
    expect(shown?.text).toBe("Deploy?\nx <b>\n@everyone");
    expect(shown?.entities.map(({ type, text }) => [type, text])).toEqual([
      ["bold", "Deploy?"],
      ["pre", "x <b>"],
      ["code", "@everyone"],
    ]);
    expect(shown?.buttons.flat().map(({ label, data, style }) => [label, data, style])).toEqual([
      ["Approve", "1:approve:0123456789abcdef", "primary"],
      ["Deny", "1:deny:0123456789abcdef", "danger"],
    ]);
    expect(peer.log.at(-1)?.params).toMatchObject({ link_preview_options: { is_disabled: true } });
    expect(peer.complaints()).toEqual([]);
  });

  it("stands in its topic and replies to what it belongs to", async () => {
    const { peer, adapter } = await createBench();
    const person = peer.addUser();
    const chat = peer.addGroup({ forum: true, members: [person] });
    const topic = peer.addTopic(chat, "Deploys", person);
    const first = await adapter.send(conversationOf(chat, topic.id), CARD);
    if (first.kind !== "sent") throw new Error(first.kind);
    await adapter.send(conversationOf(chat, topic.id), { body: plain("more") }, { replyTo: first.message });
    const [card, reply] = peer.messages(chat, { topic: topic.id }).filter(({ service }) => service === undefined);
    expect([card?.topic, reply?.topic, reply?.replyTo]).toEqual([topic.id, topic.id, card?.id]);
    expect(peer.complaints()).toEqual([]);
  });

  it("is sent although what it replies to is gone", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const first = await adapter.send(conversationOf(chat), CARD);
    for (const message of peer.messages(chat)) peer.deleteMessage(message);
    if (first.kind !== "sent") throw new Error(first.kind);
    expect(await adapter.send(conversationOf(chat), CARD, { replyTo: first.message })).toMatchObject({ kind: "sent" });
  });

  it("comes after its files, so that it never stands there without them", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const files = [
      { name: "approval-A1.json", text: '{"ä":1}' },
      { name: "why so?.txt", text: "" },
    ];
    const outcome = await adapter.send(conversationOf(chat), { ...CARD, files });
    const shown = peer.messages(chat);
    expect(shown.map(({ document, buttons }) => document?.name ?? buttons.length)).toEqual([
      "approval-A1.json",
      "why_so_.txt",
      1,
    ]);
    expect(shown[0]?.document?.data.toString()).toBe('{"ä":1}');
    expect(outcome).toMatchObject({ kind: "sent", message: { id: String(shown[2]?.id) } });
    expect(peer.complaints()).toEqual([]);
  });

  it("is not sent when its file is refused", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    peer.faults.refuse("sendDocument", 400, "Bad Request: not enough rights to send documents to the chat");
    const outcome = await adapter.send(conversationOf(chat), { ...CARD, files: [{ name: "a.txt", text: "x" }] });
    expect(outcome).toEqual({ kind: "gone", detail: "Bad Request: not enough rights to send documents to the chat" });
    expect(peer.messages(chat)).toEqual([]);
  });

  it("waits its turn behind its file instead of having the file sent again", async () => {
    const waits: number[] = [];
    const sleep = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
    const { peer, adapter } = await createBench({ clock: { now: () => 0, sleep } });
    const chat = peer.addGroup();
    peer.faults.tooMany("sendMessage", 7);
    const outcome = await adapter.send(conversationOf(chat), { ...CARD, files: [{ name: "a.txt", text: "x" }] });
    expect(outcome).toMatchObject({ kind: "sent" });
    expect(waits).toEqual([7000]);
    expect(peer.messages(chat)).toHaveLength(2);
  });

  it("is one message with its file where it has no buttons and is short", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    await adapter.send(conversationOf(chat), { body: CARD.body, files: [{ name: "a.txt", text: "x" }] });
    const [shown, ...others] = peer.messages(chat);
    expect(others).toEqual([]);
    expect([shown?.document?.name, shown?.text]).toEqual(["a.txt", "Deploy?\nx <b>\n@everyone"]);
    expect(shown?.entities.map(({ type }) => type)).toEqual(["bold", "pre", "code"]);
  });
});

describe("a question", () => {
  it("asks one person of a group for a reply", async () => {
    const { peer, adapter } = await createBench();
    const person = peer.addUser();
    const chat = peer.addGroup({ members: [person] });
    const expectReply = { placeholder: "Why?", from: [String(person.id)] };
    await adapter.send(conversationOf(chat), { body: plain("Reply with your reason."), expectReply });
    const [shown] = peer.messages(chat);
    expect(shown?.forceReply).toEqual({ placeholder: "Why?", for: [person.id] });
    expect(shown?.entities.map(({ type, details }) => [type, details])).toMatchObject([
      ["text_mention", { user: { id: person.id } }],
    ]);
    expect(peer.complaints()).toEqual([]);
  });

  it("counts as done when it is over, for it cannot be edited", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const sent = await adapter.send(conversationOf(chat), { body: plain("Why?"), expectReply: {} });
    if (sent.kind !== "sent") throw new Error(sent.kind);
    expect(await adapter.update(sent.message, { body: plain("Denied.") })).toEqual({ kind: "done" });
  });
});

describe("an edit", () => {
  it("shows the new content and takes buttons away that it does not have", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const sent = await adapter.send(conversationOf(chat), CARD);
    if (sent.kind !== "sent") throw new Error(sent.kind);
    expect(await adapter.update(sent.message, { body: plain("Approved.") })).toEqual({ kind: "done" });
    expect(peer.messages(chat).map(({ text, buttons }) => [text, buttons.length])).toEqual([["Approved.", 0]]);
    expect(peer.complaints()).toEqual([]);
  });

  it("of what is shown already is done", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const sent = await adapter.send(conversationOf(chat), CARD);
    if (sent.kind !== "sent") throw new Error(sent.kind);
    expect(await adapter.update(sent.message, CARD)).toEqual({ kind: "done" });
  });

  it("of a deleted message leads nowhere", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup();
    const sent = await adapter.send(conversationOf(chat), CARD);
    for (const message of peer.messages(chat)) peer.deleteMessage(message);
    if (sent.kind !== "sent") throw new Error(sent.kind);
    expect(await adapter.update(sent.message, { body: plain("x") })).toMatchObject({ kind: "gone" });
  });
});

describe("what becomes of a message", () => {
  it("is unknown when the answer was lost, and it is not sent again", async () => {
    const bench = await createBench();
    bench.peer.faults.cutAfter("sendMessage");
    expect(await sendCard(bench)).toMatchObject({ kind: "unknown" });
    expect(bench.peer.log.filter(({ method }) => method === "sendMessage")).toHaveLength(1);
  });

  it.each([500, 502])("is unknown when the server failed with %i", async (status) => {
    const bench = await createBench();
    bench.peer.faults.refuse("sendMessage", status, "Internal Server Error");
    expect(await sendCard(bench)).toMatchObject({ kind: "unknown" });
  });

  it("is unknown when the answer was cut in the middle", async () => {
    const bench = await createBench();
    bench.peer.faults.cutMidAnswer("sendMessage");
    expect(await sendCard(bench)).toMatchObject({ kind: "unknown" });
  });

  it("is that nothing was done when no connection stood", async () => {
    const bench = await createBench();
    await bench.peer.goDown();
    expect(await sendCard(bench)).toMatchObject({ kind: "later" });
  });

  it("is that it may come later when there are too many", async () => {
    const bench = await createBench();
    bench.peer.faults.tooMany("sendMessage", 7);
    expect(await sendCard(bench)).toEqual({ kind: "later", retryAfterMs: 7000 });
  });

  it("is that the group has a new id", async () => {
    const { peer, adapter } = await createBench();
    const chat = peer.addGroup({ kind: "group" });
    const upgraded = peer.migrateGroup(chat);
    expect(await adapter.send(conversationOf(chat), CARD)).toEqual({ kind: "moved", to: conversationOf(upgraded) });
  });

  it.each<[string, (bench: Bench) => { readonly id: number }]>([
    [
      "a person who blocked the bot",
      ({ peer }) => {
        const person = peer.addUser();
        const chat = peer.privateChat(person);
        peer.blockBot(person);
        return chat;
      },
    ],
    [
      "a group that threw the bot out",
      ({ peer }) => {
        const chat = peer.addGroup();
        peer.kickBot(chat);
        return chat;
      },
    ],
    [
      "a group where it may not write",
      ({ peer }) => {
        const chat = peer.addGroup();
        peer.restrictBot(chat);
        return chat;
      },
    ],
    ["a person who never started it", ({ peer }) => peer.privateChat(peer.addUser(), { started: false })],
    ["a chat that is not there", () => ({ id: -1_009_999_999_999 })],
  ])("is that it never will be: %s", async (_what, prepare) => {
    const bench = await createBench();
    const chat = prepare(bench);
    expect(await bench.adapter.send(conversationOf(chat), CARD)).toMatchObject({ kind: "gone" });
  });

  it("is that it never will be in a topic that is closed or gone", async () => {
    const { peer, adapter } = await createBench();
    const person = peer.addUser();
    const chat = peer.addGroup({ forum: true, members: [person] });
    const topic = peer.addTopic(chat, "Deploys", person);
    peer.closeTopic(chat, topic.id);
    expect(await adapter.send(conversationOf(chat, topic.id), CARD)).toMatchObject({ kind: "gone" });
    peer.deleteTopic(chat, topic.id);
    expect(await adapter.send(conversationOf(chat, topic.id), CARD)).toMatchObject({ kind: "gone" });
  });
});

describe("a direct message", () => {
  it("reaches a person who takes it, and is refused otherwise", async () => {
    const { peer, adapter } = await createBench();
    const person = peer.addUser();
    const stranger = peer.addUser();
    const chat = peer.privateChat(person);
    expect(await adapter.notify(String(person.id), { body: plain("It is over.") })).toMatchObject({ kind: "sent" });
    expect(peer.messages(chat).map(({ text }) => text)).toEqual(["It is over."]);
    expect(await adapter.notify(String(stranger.id), { body: plain("x") })).toMatchObject({ kind: "gone" });
  });
});

it("shows that it is at work, in the topic", async () => {
  const { peer, adapter } = await createBench();
  const person = peer.addUser();
  const chat = peer.addGroup({ forum: true, members: [person] });
  const topic = peer.addTopic(chat, "Deploys", person);
  await adapter.showWorking?.(conversationOf(chat, topic.id));
  expect(peer.chatActions(chat)).toEqual([{ action: "typing", topic: topic.id }]);
});
