import { describe, expect, it } from "vitest";
import type { TelegramError } from "../../../adapters/telegram/wire/telegram-error.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { conversationOf, createBench, createGate } from "./bench.ts";

const errorOf = async (work: Promise<unknown>): Promise<TelegramError> =>
  (await work.then(
    () => new Error("it did not fail"),
    (error: unknown) => error,
  )) as TelegramError;

describe("a start", () => {
  it("asks who the bot is, takes a webhook away and polls", async () => {
    const { peer, start } = await createBench();
    await start();
    await peer.waitForRequest("setMyCommands");
    expect(new Set(peer.log.map(({ method }) => method))).toEqual(
      new Set(["getMe", "deleteWebhook", "setMyCommands", "getUpdates"]),
    );
    expect(peer.log.find(({ method }) => method === "getUpdates")?.params).toMatchObject({
      allowed_updates: ["message", "channel_post", "callback_query"],
    });
    expect(peer.complaints()).toEqual([]);
  });

  it.each([
    ["withdrawn", 401, "Unauthorized"],
    ["malformed", 404, "Not Found"],
  ])("fails with one line when the token is %s", async (_what, status, description) => {
    const { peer, adapter, host } = await createBench();
    peer.faults.refuse("getMe", status, description);
    const error = await errorOf(adapter.start(host));
    expect(error.code).toBe("token_refused");
    expect(error.message).toContain("@BotFather");
    expect(error.message).not.toContain(peer.token);
    expect(error.message).not.toContain("\n");
  });

  it("waits for a network that comes late, and says so once", async () => {
    const { peer, adapter, host, logged } = await createBench();
    await peer.goDown();
    const started = adapter.start(host);
    while (!logged.some(({ event }) => event === "telegram_unreachable")) await new Promise(setImmediate);
    await peer.comeUp();
    await started;
    expect(logged.filter(({ event }) => event === "telegram_unreachable")).toHaveLength(1);
    expect(logged.map(({ event }) => event)).toContain("telegram_reachable");
  });

  it("is given up after a minute without a network", async () => {
    const clock = createManualClock();
    const { peer, adapter, host } = await createBench({ clock });
    await peer.goDown();
    const failing = errorOf(adapter.start(host));
    const state = { isOver: false };
    void failing.then(() => (state.isOver = true));
    while (!state.isOver) await clock.advance(5_000);
    expect((await failing).code).toBe("unreachable");
    expect((await failing).message).toContain("ECONNREFUSED");
  });

  it("can be interrupted", async () => {
    const { peer, adapter, host, logged } = await createBench();
    await peer.goDown();
    const failing = errorOf(adapter.start(host));
    while (!logged.some(({ event }) => event === "telegram_unreachable")) await new Promise(setImmediate);
    await adapter.stopReceiving();
    expect((await failing).code).toBe("unreachable");
  });
});

describe("commands", () => {
  it("are registered, and registered again only when they changed", async () => {
    const bench = await createBench();
    await bench.start();
    await bench.peer.waitUntil(() => bench.peer.commands().length > 0);
    expect(bench.peer.commands()).toEqual([{ command: "help", description: "What the bot can do" }]);
    const again = await bench.restart();
    await again.stopReceiving();
    const count = (): number => bench.peer.log.filter(({ method }) => method === "setMyCommands").length;
    expect(count()).toBe(1);
    bench.memory.set(`commands ${bench.peer.botUser.id}`, "older");
    await bench.restart();
    await bench.peer.waitUntil(() => count() === 2);
  });

  it("are registered for readers of each language", async () => {
    const words = [{ name: "help", description: "Що вміє бот", parameters: [] }];
    const { peer, start } = await createBench({ host: { translatedCommands: new Map([["uk", words]]) } });
    await start();
    await peer.waitUntil(() => peer.commands({ language: "uk" }).length > 0);
    expect(peer.commands({ language: "uk" })).toEqual([{ command: "help", description: "Що вміє бот" }]);
    expect(peer.commands()).toEqual([{ command: "help", description: "What the bot can do" }]);
  });

  it("that cannot be registered are no obstacle", async () => {
    const bench = await createBench();
    bench.peer.faults.refuse("setMyCommands", 400, "Bad Request: BOT_COMMAND_INVALID");
    await bench.start();
    await bench.untilLogged("commands_not_registered");
    expect([...bench.memory.keys()]).toEqual([]);
  });
});

describe("polling", () => {
  it("ends for good when another process polls", async () => {
    const bench = await createBench();
    await bench.start();
    const ended = errorOf(bench.adapter.ended);
    await bench.restart();
    const error = await ended;
    expect(error.code).toBe("second_poller");
    expect(error.message).toContain("409");
  });

  it("ends for good when the token is withdrawn", async () => {
    const bench = await createBench();
    bench.peer.faults.refuse("getUpdates", 401, "Unauthorized");
    await bench.adapter.start(bench.host);
    expect((await errorOf(bench.adapter.ended)).code).toBe("token_refused");
  });

  it("ends for good when somebody sets a webhook", async () => {
    const bench = await createBench();
    await bench.start();
    await fetch(`${bench.peer.url}/bot${bench.peer.token}/setWebhook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "https://bot.example.org/x" }),
    });
    expect((await errorOf(bench.adapter.ended)).code).toBe("webhook_set_elsewhere");
  });

  it.each<[string, (bench: Awaited<ReturnType<typeof createBench>>) => Promise<void>]>([
    ["a cut poll", ({ peer }) => Promise.resolve(void peer.cutPolls())],
    [
      "an answer cut in the middle",
      async ({ peer }) => {
        peer.faults.cutMidAnswer("getUpdates");
        peer.cutPolls();
      },
    ],
    [
      "a server that fails",
      async ({ peer }) => {
        peer.faults.refuse("getUpdates", 502, "Bad Gateway", { times: 2 });
        peer.cutPolls();
      },
    ],
    [
      "a server that asks to wait",
      async ({ peer }) => {
        peer.faults.tooMany("getUpdates", 3);
        peer.cutPolls();
      },
    ],
    [
      "a network that was gone",
      async ({ peer }) => {
        await peer.goDown();
        await peer.comeUp();
      },
    ],
  ])("survives %s, says so once, and nothing is lost or done twice", async (_what, strike) => {
    const clock = createFastClock();
    const bench = await createBench({ clock });
    await bench.start();
    const { peer } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ members: [anna] });
    await strike(bench);
    peer.write(anna, chat, "/pending");
    await bench.untilEvents(1);
    await peer.waitUntil(() => peer.pendingUpdates() === 0);
    await peer.waitForPoll();
    expect(bench.events).toHaveLength(1);
    expect(bench.logged.filter(({ event }) => event === "telegram_unreachable")).toHaveLength(1);
    expect(JSON.stringify(bench.logged)).not.toContain(peer.token);
  });
});

describe("a stop", () => {
  it("lets what runs finish, confirms it, and takes nothing more", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, adapter, events } = bench;
    const anna = peer.addUser();
    const chat = peer.addGroup({ members: [anna] });
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, chat, "/one");
    peer.write(anna, chat, "/two");
    await bench.untilEvents(1);
    const stopping = adapter.stopReceiving();
    gate.open();
    await stopping;
    peer.write(anna, chat, "/three");
    expect(events.map((event) => event.kind === "command" && event.name)).toEqual(["one"]);
    // Sending still works: the last words of the bot.
    expect(await adapter.send(conversationOf(chat), { body: plain("Bye.") })).toMatchObject({ kind: "sent" });
    bench.handle = () => Promise.resolve();
    await bench.restart();
    await bench.untilEvents(3);
    expect(events.map((event) => event.kind === "command" && event.name)).toEqual(["one", "two", "three"]);
  });
});

/** Time in which nobody waits. */
function createFastClock() {
  return {
    now: () => Date.now(),
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
        setImmediate(resolve);
      }),
  };
}
