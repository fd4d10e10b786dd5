import { Bot, HttpError } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramPeer, stopClean } from "./index.ts";
import type { Chat, TelegramPeer, User } from "./index.ts";
import { callRaw } from "./raw-call.ts";

let peer: TelegramPeer;
let bot: Bot;
let person: User;
let home: Chat;

beforeEach(async () => {
  peer = await createTelegramPeer();
  person = peer.addUser();
  home = peer.privateChat(person);
  bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
});
afterEach(() => stopClean(peer));

const send = (text: string): Promise<unknown> => bot.api.sendMessage(home.id, text);
const texts = (): readonly string[] => peer.messages(home).map(({ text }) => text);

describe("a fault", () => {
  it("cuts the connection before acting: nothing happened", async () => {
    peer.faults.cutBefore("sendMessage");
    await expect(send("a")).rejects.toBeInstanceOf(HttpError);
    expect(texts()).toEqual([]);
    expect(peer.log.at(-1)?.outcome).toEqual({ kind: "fault", what: "cut", acted: false });
    await send("b");
    expect(texts()).toEqual(["b"]);
  });

  it("cuts the connection after acting: it happened, and the bot cannot know", async () => {
    peer.faults.cutAfter("sendMessage");
    await expect(send("a")).rejects.toBeInstanceOf(HttpError);
    expect(texts()).toEqual(["a"]);
    expect(peer.log.at(-1)?.outcome).toEqual({ kind: "fault", what: "cut", acted: true });
  });

  it("cuts inside the answer", async () => {
    peer.faults.cutMidAnswer("sendMessage");
    await expect(callRaw(peer, "sendMessage", { chat_id: home.id, text: "a" })).rejects.toThrow("terminated");
    expect(texts()).toEqual(["a"]);
  });

  // node-fetch, which grammY uses unless it is given another, does not notice: an adapter must not rely on it.
  it("cuts inside the answer, and grammY's own fetch waits for its time limit", async () => {
    const patient = new Bot(peer.token, { client: { apiRoot: peer.url, timeoutSeconds: 0.1 } });
    peer.faults.cutMidAnswer("sendMessage");
    await expect(patient.api.sendMessage(home.id, "a")).rejects.toMatchObject({
      error: { message: "Request to 'sendMessage' timed out after 0.1 seconds" },
    });
    expect(texts()).toEqual(["a"]);
  });

  it("answers with any status, or with 429 and the seconds to wait", async () => {
    peer.faults.refuse("sendMessage", 502, "Bad Gateway");
    await expect(send("a")).rejects.toMatchObject({ error_code: 502, description: "Bad Gateway" });
    peer.faults.tooMany("sendMessage", 7);
    await expect(send("a")).rejects.toMatchObject({ error_code: 429, parameters: { retry_after: 7 } });
    peer.faults.add("sendMessage", { kind: "status", status: 500, description: "Internal Server Error", act: true });
    await expect(send("a")).rejects.toMatchObject({ error_code: 500 });
    expect(texts()).toEqual(["a"]);
  });

  it("holds a request before it acts, or its answer, until the test lets go", async () => {
    const before = peer.faults.hold("sendMessage");
    const first = send("first");
    await peer.waitForRequest("sendMessage");
    expect(texts()).toEqual([]);
    before.release();
    await first;
    const after = peer.faults.holdAnswer("sendMessage");
    const second = send("second");
    await peer.waitFor(home, ({ text }) => text === "second");
    after.release();
    await second;
    expect(before.struck).toHaveLength(1);
  });

  it("delays", async () => {
    peer.faults.delay("sendMessage", 1);
    await send("late");
    expect(texts()).toEqual(["late"]);
  });

  it("strikes as often as it should, only what it should, and can be taken back", async () => {
    const fault = peer.faults.refuse("*", 503, "Service Unavailable", {
      times: 2,
      when: ({ params }) => String(params["text"]).startsWith("x"),
    });
    await send("a");
    await expect(send("x1")).rejects.toMatchObject({ error_code: 503 });
    await expect(send("x2")).rejects.toMatchObject({ error_code: 503 });
    await send("x3");
    expect(fault.struck.map(({ params }) => params["text"])).toEqual(["x1", "x2"]);
    peer.faults.refuse("sendMessage", 503, "Service Unavailable", { times: Infinity });
    peer.faults.clear();
    await send("b");
    expect(texts()).toEqual(["a", "x3", "b"]);
  });
});

describe("a poll that is lost", () => {
  it("loses no update, whether it waits or is being answered", async () => {
    const waiting = callRaw(peer, "getUpdates", { timeout: 30 });
    await peer.waitForPoll();
    expect(peer.cutPolls()).toBe(1);
    await expect(waiting).rejects.toThrow("fetch failed");
    peer.write(person, home, "hello");
    peer.faults.cutMidAnswer("getUpdates");
    await expect(callRaw(peer, "getUpdates", { timeout: 30 })).rejects.toThrow("terminated");
    expect((await callRaw(peer, "getUpdates")).body["result"]).toMatchObject([{ message: { text: "hello" } }]);
  });

  it("is let go when the bot dies", async () => {
    const gone = new AbortController();
    const dying = callRaw(peer, "getUpdates", { timeout: 30 }, { signal: gone.signal });
    await peer.waitForPoll();
    gone.abort();
    await expect(dying).rejects.toThrow("aborted");
    await peer.waitUntil(() => peer.log.at(-1)?.outcome.kind === "gone");
  });
});

describe("a server that goes down", () => {
  it("refuses connections, and comes back on the same port with what it knew", async () => {
    await send("a");
    const polling = callRaw(peer, "getUpdates", { timeout: 30 });
    await peer.waitForPoll();
    await peer.goDown();
    await expect(polling).rejects.toThrow("fetch failed");
    await expect(send("b")).rejects.toBeInstanceOf(HttpError);
    peer.write(person, home, "while it was down");
    await peer.comeUp();
    await send("c");
    expect(texts()).toEqual(["a", "while it was down", "c"]);
    expect(await bot.api.getUpdates()).toHaveLength(1);
  });
});

describe("a test that waits", () => {
  it("is told what the chat shows when it waited in vain", async () => {
    await send("something else");
    await expect(peer.waitFor(home, ({ text }) => text === "x", { timeoutMs: 5 })).rejects.toThrow(
      `Waited 5 ms for a message.\nChat ${home.id} shows:\n  1: something else`,
    );
  });

  it("sees a message the moment it is there, and requests from a point on", async () => {
    const waiting = peer.waitFor(home, ({ edits }) => edits === 1);
    const { message_id } = await bot.api.sendMessage(home.id, "a");
    const after = peer.log.length;
    await bot.api.editMessageText(home.id, message_id, "b");
    expect(await waiting).toMatchObject({ text: "b" });
    expect(await peer.waitForRequest(() => true, { after })).toMatchObject({ method: "editMessageText" });
  });

  it("can make up updates people cannot cause", async () => {
    peer.inject("message", { message_id: 9, date: 0, chat: { id: 1, type: "private" } });
    expect(await bot.api.getUpdates()).toMatchObject([{ message: { message_id: 9 } }]);
  });
});
