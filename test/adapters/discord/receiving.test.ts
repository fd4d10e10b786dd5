import { describe, expect, it } from "vitest";
import { createBench, createGate } from "./bench.ts";

describe("order", () => {
  it("holds within a conversation, and no conversation waits for another", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, guild, anna, channel } = bench;
    const fast = peer.addChannel(guild, { name: "fast" });
    const gate = createGate();
    const seen: string[] = [];
    bench.handle = async (event) => {
      if (event.kind !== "command") return;
      seen.push(`${event.name} begins`);
      if (event.name === "status") await gate.opened;
      seen.push(`${event.name} ends`);
      if (event.name === "help") gate.open();
    };
    peer.command(anna, channel, "status");
    const second = peer.command(anna, channel, "pending");
    peer.command(anna, fast, "help");
    expect(await second.acknowledged()).toBe(5);
    await bench.untilEvents(3);
    await bench.untilEvents(3);
    expect(seen).toEqual([
      "status begins",
      "help begins",
      "help ends",
      "status ends",
      "pending begins",
      "pending ends",
    ]);
    expect(peer.complaints()).toEqual([]);
  });

  it("is one for a channel and the threads that the bot opened in it, for they are one conversation", async () => {
    const bench = await createBench({ config: { threadPerRun: true } });
    await bench.start();
    const { peer, anna, channel } = bench;
    await bench.send({ body: [], threadName: "deploy · A2B3C4D5" });
    const [thread] = peer.threads(channel);
    if (thread === undefined) throw new Error("no thread");
    const gate = createGate();
    bench.handle = (event) => (event.kind === "command" && event.name === "status" ? gate.opened : Promise.resolve());
    peer.command(anna, channel, "status");
    const second = peer.command(anna, thread, "pending");
    expect(await second.acknowledged()).toBe(5);
    await bench.untilEvents(1);
    expect(bench.events).toMatchObject([{ name: "status" }]);
    gate.open();
    await bench.untilEvents(2);
    expect(bench.events.map(({ conversation }) => conversation.id)).toEqual([channel.id, channel.id]);
  });
});

describe("an interaction", () => {
  it("comes again, under the same id, when the process ended before it was handled", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.command(anna, channel, "status");
    const waiting = peer.command(anna, channel, "pending");
    await bench.untilEvents(1);
    const stopped = bench.adapter.stopReceiving();
    gate.open();
    await stopped;
    bench.handle = () => Promise.resolve();
    await bench.restart();
    await bench.untilEvents(2);
    expect(bench.events.at(-1)?.eventId).toBe(waiting.id);
  });

  it("whose handler fails is logged without a word of what failed, and stands in nobody's way", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel, logged } = bench;
    bench.handle = (event) =>
      event.kind === "command" && event.name === "status"
        ? Promise.reject(new Error("secret text"))
        : Promise.resolve();
    peer.command(anna, channel, "status");
    peer.command(anna, channel, "pending");
    await bench.untilEvents(2);
    await bench.untilLogged("event_failed");
    expect(JSON.stringify(logged)).not.toContain("secret text");
    expect(peer.complaints()).toEqual([]);
  });

  it("of another application, or without a channel, is none of the bot's business", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    const id = "100000000000000001";
    const base = { id, type: 2, token: "t", data: { name: "status", type: 1 }, user: { id: anna.id } };
    peer.inject("INTERACTION_CREATE", { ...base, application_id: id, channel_id: channel.id });
    peer.inject("INTERACTION_CREATE", { ...base, application_id: peer.application.id });
    peer.command(anna, channel, "pending");
    await bench.untilEvents(1);
    expect(bench.events).toMatchObject([{ kind: "command", name: "pending" }]);
  });
});
