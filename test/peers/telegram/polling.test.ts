import { Bot } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { createTelegramPeer, stopClean } from "./index.ts";
import type { Chat, TelegramPeer, TelegramPeerOptions, User } from "./index.ts";
import { callRaw } from "./raw-call.ts";
import { objectsOf } from "../shared/wire.ts";

let peer: TelegramPeer;
let person: User;
let home: Chat;

async function start(options: TelegramPeerOptions = {}): Promise<void> {
  peer = await createTelegramPeer(options);
  person = peer.addUser({ id: 111_111_111, firstName: "Ann", languageCode: "en" });
  home = peer.privateChat(person);
}

async function poll(params: object = {}): Promise<readonly number[]> {
  const { body } = await callRaw(peer, "getUpdates", params);
  return objectsOf(body, "result").map((update) => Number(update["update_id"]));
}

beforeEach(() => start());
afterEach(async () => {
  await stopClean(peer);
});

describe("long polling", () => {
  it("gives updates again until an offset confirms them", async () => {
    for (const text of ["a", "b", "c"]) peer.write(person, home, text);
    const [first = 0, second = 0, third = 0] = await poll();
    expect([second, third]).toEqual([first + 1, first + 2]);
    expect(await poll()).toEqual([first, second, third]);
    expect(await poll({ offset: second })).toEqual([second, third]);
    expect(await poll({ limit: 1 })).toEqual([second]);
    expect(await poll({ offset: third + 1 })).toEqual([]);
    expect(peer.pendingUpdates()).toBe(0);
  });

  it("forgets all but the last with a negative offset, and ignores an offset far ahead", async () => {
    for (const text of ["a", "b", "c"]) peer.write(person, home, text);
    const [, , third = 0] = await poll();
    expect(await poll({ offset: third + 500 })).toHaveLength(3);
    expect(await poll({ offset: -1 })).toEqual([third]);
    expect(peer.pendingUpdates()).toBe(1);
  });

  it("answers a waiting poll when something happens, with all that happened at once", async () => {
    const waiting = poll({ timeout: 30 });
    await peer.waitForPoll();
    peer.write(person, home, "a");
    peer.write(person, home, "b");
    expect(await waiting).toHaveLength(2);
  });

  it("answers with nothing after the timeout, which is never over 50 s", async () => {
    await peer.stop();
    const clock = createManualClock();
    await start({ clock });
    let answered = false;
    const waiting = poll({ timeout: 600 }).finally(() => {
      answered = true;
    });
    await peer.waitForPoll();
    await clock.advance(49_999);
    expect(answered).toBe(false);
    await clock.advance(1);
    expect(await waiting).toEqual([]);
  });

  it("ends the older of two polls with 409", async () => {
    const older = callRaw(peer, "getUpdates", { timeout: 30 });
    await peer.waitForPoll();
    const newer = poll({ timeout: 30 });
    expect(await older).toEqual({
      status: 409,
      body: {
        ok: false,
        error_code: 409,
        description:
          "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      },
    });
    peer.write(person, home, "a");
    expect(await newer).toHaveLength(1);
  });

  it("remembers the kinds of updates of the first poll", async () => {
    await poll({ allowed_updates: ["callback_query"] });
    peer.write(person, home, "a");
    expect(await poll()).toEqual([]);
    await poll({ allowed_updates: [] });
    peer.write(person, home, "b");
    expect(await poll()).toHaveLength(1);
  });

  it("keeps a press for 150 s and a message for a day", async () => {
    await peer.stop();
    const clock = createManualClock();
    await start({ clock });
    await callRaw(peer, "sendMessage", {
      chat_id: home.id,
      text: "Card",
      reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] },
    });
    const card = await peer.waitFor(home, ({ text }) => text === "Card");
    peer.press(person, card, "Go");
    peer.write(person, home, "a");
    expect(peer.pendingUpdates()).toBe(2);
    await clock.advance(150_000);
    expect(peer.pendingUpdates()).toBe(1);
    await clock.advance(86_400_000);
    expect(peer.pendingUpdates()).toBe(0);
  });

  it("holds back loops when it is asked to guard against them", async () => {
    await peer.stop();
    const clock = createManualClock();
    await start({ clock, loopGuard: true });
    expect(await poll({ offset: 5 })).toEqual([]);
    const again = poll({ offset: 5 });
    await peer.waitForPoll();
    await clock.advance(3000);
    expect(await again).toEqual([]);
  });
});

function createBot(): Bot {
  return new Bot(peer.token, { client: { apiRoot: peer.url } });
}

describe("a grammY bot", () => {
  it("polls, handles and confirms when it stops", async () => {
    const bot = createBot();
    const heard: string[] = [];
    bot.on("message:text", (context) => {
      heard.push(context.message.text);
    });
    const running = bot.start({ timeout: 30 });
    await peer.waitForPoll();
    peer.write(person, home, "hello");
    await peer.waitUntil(() => heard.length === 1);
    await bot.stop();
    await running;
    expect(peer.pendingUpdates()).toBe(0);
    expect(peer.log.map(({ method }) => method)).toEqual([
      "getMe",
      "deleteWebhook",
      "getUpdates",
      "getUpdates",
      "getUpdates",
    ]);
    expect(peer.log[2]?.params).toMatchObject({ allowed_updates: [] });
    expect(peer.log[3]?.params).not.toHaveProperty("allowed_updates");
    expect(peer.log[4]?.params).toMatchObject({ limit: 1 });
    expect(peer.complaints()).toEqual([]);
  });

  it("ends for good when another one polls", async () => {
    const first = createBot();
    const ended = first.start({ timeout: 30 }).then(
      () => "stopped",
      (error: unknown) => String(error),
    );
    await peer.waitForPoll();
    const second = createBot();
    const running = second.start({ timeout: 30 });
    expect(await ended).toContain("409");
    await second.stop();
    await running;
  });

  it("ends for good with a wrong token", async () => {
    const bot = new Bot("1:wrong", { client: { apiRoot: peer.url } });
    await expect(bot.start()).rejects.toMatchObject({ error_code: 401, description: "Unauthorized" });
  });

  it("gets unconfirmed updates again after it was killed", async () => {
    peer.write(person, home, "before the crash");
    await poll({ timeout: 5 });
    const bot = createBot();
    const heard: string[] = [];
    bot.on("message:text", (context) => {
      heard.push(context.message.text);
    });
    const running = bot.start({ timeout: 30 });
    await peer.waitUntil(() => heard.length === 1);
    await bot.stop();
    await running;
    expect(heard).toEqual(["before the crash"]);
  });
});
