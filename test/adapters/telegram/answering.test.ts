import { describe, expect, it, onTestFinished } from "vitest";
import type { InboundEvent } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";
import { createManualClock, settle } from "../../fakes/manual-clock.ts";
import type { Chat, Press, SeenMessage, User } from "../../peers/telegram/index.ts";
import { conversationOf, createBench, createGate, type Bench, type BenchOptions } from "./bench.ts";

interface Scene extends Bench {
  readonly anna: User;
  readonly chat: Chat;
  readonly card: SeenMessage;
  /** Presses the card's button and returns the press and the event it became. */
  readonly press: () => Promise<{ readonly press: Press; readonly event: InboundEvent }>;
}

/** A group with a card; the handler of an event ends when the test says so. */
async function createScene(options?: BenchOptions, languageCode = "en"): Promise<Scene> {
  const bench = await createBench(options);
  await bench.start();
  const { peer, adapter, events } = bench;
  const anna = peer.addUser({ languageCode });
  const chat = peer.addGroup({ members: [anna] });
  const buttons = [[{ label: "Approve", payload: "1:approve:0123456789abcdef" }]];
  await adapter.send(conversationOf(chat), { body: plain("Deploy?"), buttons });
  const card = await peer.waitFor(chat, ({ text }) => text === "Deploy?");
  return {
    ...bench,
    anna,
    chat,
    card,
    press: async () => {
      const gate = createGate();
      onTestFinished(gate.open);
      bench.handle = () => gate.opened;
      const press = peer.press(anna, card, "Approve");
      await bench.untilEvents(events.length + 1);
      const event = events.at(-1);
      if (event === undefined) throw new Error("no event");
      return { press, event };
    },
  };
}

/** Somebody writes a command; its handler has ended. */
async function command(scene: Scene): Promise<InboundEvent> {
  scene.peer.write(scene.anna, scene.chat, "/status");
  await scene.untilEvents(1);
  const [event] = scene.events;
  if (event === undefined) throw new Error("no event");
  return event;
}

const LONG = "Refused: it needs the release manager, and you started it yourself. ".repeat(4);

describe("a press", () => {
  it("is answered with the verdict, to the person alone", async () => {
    const { peer, chat, press } = await createScene();
    const pressed = await press();
    await pressed.event.respond([line({ kind: "bold", text: "Approved." }), line("The run goes on.")]);
    expect(pressed.press.answers).toMatchObject([{ text: "Approved.\nThe run goes on.", alert: false }]);
    expect(peer.messages(chat)).toHaveLength(1);
    expect(peer.complaints()).toEqual([]);
  });

  it("is answered so that it can be read when it takes longer to read", async () => {
    const { press } = await createScene();
    const pressed = await press();
    await pressed.event.respond(plain("Refused: it needs Release manager (release-manager), and not you."));
    expect(pressed.press.answers).toMatchObject([{ alert: true }]);
  });

  it("whose answer is too long gets a word and a message", async () => {
    const { peer, chat, card, press } = await createScene();
    const pressed = await press();
    await pressed.event.respond(plain(LONG));
    expect(pressed.press.answers).toMatchObject([{ text: "The answer is in the message below." }]);
    const reply = peer.messages(chat).at(-1);
    expect([reply?.text, reply?.replyTo]).toEqual([LONG.trim(), card.id]);
  });

  it("whose answer has files gets a word and a message", async () => {
    const { peer, chat, press } = await createScene();
    const pressed = await press();
    await pressed.event.respond(plain("All of it:"), [{ name: "a.txt", text: "x" }]);
    expect(pressed.press.answers).toHaveLength(1);
    expect(peer.messages(chat).at(-1)).toMatchObject({ text: "All of it:", document: { name: "a.txt" } });
  });

  it("is answered once; what is said later is a message", async () => {
    const { peer, chat, press } = await createScene();
    const pressed = await press();
    await pressed.event.respond(plain("First."));
    await pressed.event.respond(plain("Second."));
    expect(pressed.press.answers).toMatchObject([{ text: "First." }]);
    expect(peer.messages(chat).map(({ text }) => text)).toEqual(["Deploy?", "Second."]);
  });

  it("gets a word after a second, and its verdict in a message", async () => {
    const clock = createManualClock();
    const { peer, chat, card, press } = await createScene({ clock });
    const pressed = await press();
    await clock.advance(999);
    expect(pressed.press.answers).toEqual([]);
    await clock.advance(1);
    expect(await pressed.press.answer()).toMatchObject({ text: "Received. The answer follows." });
    await pressed.event.respond(plain("Approved."));
    const reply = peer.messages(chat).at(-1);
    expect([reply?.text, reply?.replyTo]).toEqual(["Approved.", card.id]);
  });

  it("gets that word in the language of whoever pressed", async () => {
    const clock = createManualClock();
    const { press } = await createScene({ clock }, "uk");
    const pressed = await press();
    await clock.advance(1_000);
    expect(await pressed.press.answer()).toMatchObject({ text: "Отримано. Відповідь буде за мить." });
  });

  it("is waited for no longer when it was acknowledged, or when nobody said anything", async () => {
    const { press, peer, card, anna } = await createScene();
    const pressed = await press();
    await pressed.event.acknowledge();
    expect(pressed.press.answers).toMatchObject([{ text: "" }]);
    const silent = await createScene();
    const quiet = silent.peer.press(silent.anna, silent.card, "Approve");
    expect(await quiet.answer()).toMatchObject({ text: "" });
    expect([peer.complaints(), card.chat, anna.isBot]).toEqual([[], card.chat, false]);
  });

  it("that is too old to be answered gets a message", async () => {
    const { peer, chat, press } = await createScene({ peer: { callbackTtlMs: -1 } });
    const pressed = await press();
    await pressed.event.respond(plain("Approved."));
    expect(pressed.press.answers).toEqual([]);
    expect(peer.messages(chat).at(-1)?.text).toBe("Approved.");
  });

  it.each(["cutBefore", "cutAfter"] as const)("is told once when the answer is lost: %s", async (fault) => {
    const { peer, chat, press } = await createScene();
    peer.faults[fault]("answerCallbackQuery");
    const pressed = await press();
    await pressed.event.respond(plain("Approved."));
    expect(pressed.press.answers).toMatchObject([{ text: "Approved." }]);
    expect(peer.messages(chat)).toHaveLength(1);
  });

  it("on a message of nowhere is dismissed", async () => {
    const { peer } = await createScene();
    peer.inject("callback_query", {
      id: "1",
      from: { id: 5, is_bot: false, first_name: "A" },
      inline_message_id: "x",
      chat_instance: "1",
      data: "y",
    });
    await peer.waitForRequest("answerCallbackQuery");
  });
});

describe("a command", () => {
  it("is answered by a message that replies to it, in its topic", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, events } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ forum: true, members: [anna] });
    const topic = peer.addTopic(chat, "Deploys", anna);
    const asked = peer.write(anna, chat, "/status", { topic: topic.id });
    await bench.untilEvents(1);
    await events[0]?.respond(plain("All is well."));
    expect(peer.messages(chat).at(-1)).toMatchObject({ text: "All is well.", replyTo: asked.id, topic: topic.id });
    expect(peer.complaints()).toEqual([]);
  });

  it("whose answer is longer than a message gets all of it as a file", async () => {
    const scene = await createScene();
    const event = await command(scene);
    await event.respond(plain("😀".repeat(3000)));
    expect(scene.peer.messages(scene.chat).at(-1)?.document?.data.toString()).toBe("😀".repeat(3000));
  });

  it("is answered later when there are too many messages, and its handler does not wait", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock });
    const event = await command(scene);
    scene.peer.faults.tooMany("sendMessage", 5);
    await event.respond(plain("All is well."));
    expect(scene.peer.messages(scene.chat)).toHaveLength(2);
    await clock.advance(5000);
    await scene.peer.waitFor(scene.chat, ({ text }) => text === "All is well.");
  });

  it("is not answered twice when nobody knows whether the answer arrived", async () => {
    const scene = await createScene();
    const event = await command(scene);
    scene.peer.faults.cutAfter("sendMessage");
    await event.respond(plain("All is well."));
    await settle();
    expect(scene.peer.messages(scene.chat).filter(({ text }) => text === "All is well.")).toHaveLength(1);
    expect(scene.logged.map((entry) => entry.event)).toContain("answer_not_sent");
  });

  it("from a group that was upgraded meanwhile is answered in the new one", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, events } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ kind: "group", members: [anna] });
    peer.write(anna, chat, "/status");
    await bench.untilEvents(1);
    const upgraded = peer.migrateGroup(chat);
    await events[0]?.respond(plain("All is well."));
    expect(peer.messages(upgraded).at(-1)?.text).toBe("All is well.");
  });
});
