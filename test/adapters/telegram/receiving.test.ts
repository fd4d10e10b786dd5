import { describe, expect, it } from "vitest";
import type { InboundEvent } from "../../../src/bot/adapter.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";
import { conversationOf, createBench, createGate, type Bench } from "./bench.ts";

const BUTTONS = [[{ label: "Approve", payload: "1:approve:0123456789abcdef" }]];

/** A group with a card of the bot in it. */
async function showCard(bench: Bench) {
  const { peer, adapter } = bench;
  const [anna, boris] = [peer.addUser(), peer.addUser({ languageCode: "uk" })];
  const chat = peer.addGroup({ members: [anna, boris] });
  await adapter.send(conversationOf(chat), { body: plain("Deploy?"), buttons: BUTTONS });
  const card = await peer.waitFor(chat, ({ text }) => text === "Deploy?");
  return { anna, boris, chat, card };
}

/** Somebody sends a file with a command below it; returns what came of it. */
async function sendAnswerFile(data: string | Uint8Array): Promise<InboundEvent | undefined> {
  const bench = await createBench();
  await bench.start();
  const { peer } = bench;
  const anna = peer.addUser();
  const chat = peer.privateChat(anna);
  peer.sendFile(anna, chat, { name: "answer.json", data, caption: "/answer A1" });
  await bench.untilEvents(1);
  return bench.events[0];
}

describe("what people do", () => {
  it("reaches the core as commands, texts and presses, with who, where and to what", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, events } = bench;
    const { anna, boris, chat, card } = await showCard(bench);
    peer.write(anna, chat, "/run deploy env=prod");
    peer.write(boris, chat, "because", { replyTo: card });
    peer.press(boris, card, "Approve");
    await bench.untilEvents(3);
    const conversation = conversationOf(chat);
    expect(events).toMatchObject([
      { kind: "command", name: "run", rest: "deploy env=prod", sender: { account: String(anna.id) }, conversation },
      {
        kind: "text",
        text: "because",
        replyTo: { conversation, id: String(card.id) },
        sender: { account: String(boris.id), locale: "uk" },
      },
      {
        kind: "press",
        payload: "1:approve:0123456789abcdef",
        message: { conversation, id: String(card.id) },
        sender: { account: String(boris.id) },
      },
    ]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
    expect(peer.complaints()).toEqual([]);
  });

  it("is nobody's when an anonymous admin, a channel or a linked channel writes", async () => {
    const bench = await createBench({ peer: { bot: { privacy: false } } });
    await bench.start();
    const { peer, events } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ admins: [anna], members: [anna] });
    const channel = peer.addChannel({ admins: [anna], members: [anna] });
    peer.linkChannel(channel, chat);
    peer.write(anna, chat, "/approve A1", { as: "anonymous" });
    peer.write(anna, chat, "/approve A2", { as: channel });
    peer.write(anna, channel, "/approve A3");
    await bench.untilEvents(4);
    expect(events.map(({ sender }) => sender)).toEqual([
      { nobody: "anonymous_admin" },
      { nobody: "channel" },
      { nobody: "channel" },
      { nobody: "linked_channel" },
    ]);
  });

  it("is a person's when an anonymous admin presses, for Telegram tells who pressed", async () => {
    const bench = await createBench();
    await bench.start();
    const { anna, card } = await showCard(bench);
    bench.peer.press(anna, card, "Approve");
    await bench.untilEvents(1);
    expect(bench.events[0]?.sender).toEqual({ account: String(anna.id) });
  });

  it("counts for the new conversation once a group was upgraded", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ kind: "group", members: [anna] });
    const upgraded = peer.migrateGroup(chat);
    peer.write(anna, upgraded, "/pending");
    await bench.untilEvents(1);
    const move = { from: conversationOf(chat), to: conversationOf(upgraded) };
    expect(bench.moves).toEqual([move, move]);
  });
});

describe("order", () => {
  it("holds within a conversation, and no conversation waits for another", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const [slow, fast] = [peer.addGroup({ members: [anna] }), peer.addGroup({ members: [anna] })];
    const gate = createGate();
    const seen: string[] = [];
    bench.handle = async (event) => {
      if (event.kind !== "command") return;
      seen.push(`${event.name} begins`);
      if (event.name === "one") await gate.opened;
      seen.push(`${event.name} ends`);
      if (event.name === "three") gate.open();
    };
    peer.write(anna, slow, "/one");
    peer.write(anna, slow, "/two");
    peer.write(anna, fast, "/three");
    await bench.untilEvents(3);
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    expect(seen).toEqual(["one begins", "three begins", "three ends", "one ends", "two begins", "two ends"]);
  });

  it("does not keep later updates waiting at Telegram for a handler that takes long", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, memory } = bench;
    const anna = peer.addUser();
    const [slow, other] = [peer.addGroup({ members: [anna] }), peer.addGroup({ members: [anna] })];
    const gate = createGate();
    bench.handle = (event) => (event.kind === "command" && event.name === "slow" ? gate.opened : Promise.resolve());
    peer.write(anna, slow, "/slow");
    await bench.untilEvents(1);
    peer.write(anna, other, "/pending");
    await bench.untilEvents(2);
    expect(memory.get("unfinished updates")).toContain("/slow");
    gate.open();
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    await peer.waitForPoll();
    expect(JSON.parse(memory.get("unfinished updates") ?? "")).toEqual({ format: 1, updates: [] });
  });
});

describe("an update", () => {
  it("is confirmed only once its handler is done", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, peer.addGroup({ members: [anna] }), "/pending");
    await bench.untilEvents(1);
    expect(peer.pendingUpdates()).toBe(1);
    gate.open();
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
  });

  it("comes again, under the same id, when the process died before", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, events } = bench;
    const anna = peer.addUser();
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, peer.addGroup({ members: [anna] }), "/pending");
    await bench.untilEvents(1);
    // Nothing of the first process gets through any more, as if it were dead.
    await bench.restart();
    await bench.untilEvents(2);
    expect(events[1]?.eventId).toBe(events[0]?.eventId);
    gate.open();
  });

  it("is taken up by the next process when it was confirmed and not finished", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, events, adapter } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ members: [anna] });
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, chat, "/first");
    await bench.untilEvents(1);
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    const stopping = adapter.stopReceiving();
    await bench.restart();
    await bench.untilEvents(2);
    expect(events.map((event) => event.kind === "command" && event.name)).toEqual(["first", "first"]);
    expect(events[1]?.eventId).toBe(events[0]?.eventId);
    gate.open();
    await stopping;
  });

  it("is not confirmed when it can neither be handled nor stored", async () => {
    const failing = { get: () => Promise.resolve(undefined), set: () => Promise.reject(new Error("the disk is full")) };
    const bench = await createBench({ host: { memory: failing } });
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, peer.addGroup({ members: [anna] }), "/pending");
    await bench.untilEvents(1);
    await bench.untilLogged("updates_not_stored");
    expect(peer.pendingUpdates()).toBe(1);
    gate.open();
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
  });

  it("whose handler fails is logged, confirmed and stands in nobody's way", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, logged } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ members: [anna] });
    bench.handle = (event) =>
      event.kind === "command" && event.name === "bad" ? Promise.reject(new Error("secret text")) : Promise.resolve();
    peer.write(anna, chat, "/bad");
    peer.write(anna, chat, "/good");
    await bench.untilEvents(2);
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    expect(logged.map(({ event }) => event)).toContain("update_failed");
    expect(JSON.stringify(logged)).not.toContain("secret text");
  });

  it("that means nothing to the bot is confirmed at once", async () => {
    const bench = await createBench({ peer: { bot: { privacy: false } } });
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ members: [anna] });
    peer.write(anna, chat, "/run@some_other_bot");
    peer.inject("message", { message_id: 1 });
    peer.write(anna, chat, "/help");
    await bench.untilEvents(1);
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    expect(bench.events).toHaveLength(1);
  });
});

describe("a document", () => {
  it("comes with what was written below it", async () => {
    expect(await sendAnswerFile('{"ä":1}')).toMatchObject({
      kind: "command",
      rest: "A1",
      files: [{ name: "answer.json", text: '{"ä":1}' }],
    });
  });

  it.each<[string, string | Uint8Array, string]>([
    ["larger than 1 MiB", "x".repeat(1024 * 1024 + 1), "too_large"],
    ["no text", new Uint8Array([0xff, 0xfe, 0x00]), "not_text"],
  ])("is not taken when it is %s", async (_what, data, lostFile) => {
    const event = await sendAnswerFile(data);
    expect(event).toMatchObject({ lostFile });
    expect(event).not.toHaveProperty("files");
  });

  it("is not fetched when it is none of the bot's business", async () => {
    const bench = await createBench({ peer: { bot: { privacy: false } } });
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    peer.sendFile(anna, peer.addGroup({ members: [anna] }), { name: "a.txt", data: "x" });
    await bench.untilEvents(1);
    expect(peer.log.map(({ method }) => method)).not.toContain("getFile");
  });

  it("that cannot be fetched is said to be lost", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    peer.faults.refuse("getFile", 400, "Bad Request: file is too big");
    peer.sendFile(anna, peer.privateChat(anna), { name: "a.txt", data: "x" });
    await bench.untilEvents(1);
    expect(bench.events[0]).toMatchObject({ kind: "text", lostFile: "not_fetched" });
  });
});
