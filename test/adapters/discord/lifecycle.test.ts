import { describe, expect, it } from "vitest";
import type { DiscordError } from "../../../adapters/discord/wire/discord-error.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";
import { createManualClock, settle } from "../../fakes/manual-clock.ts";
import { CLOSE } from "../../peers/discord/index.ts";
import { conversationOf, createBench, createGate, type Bench } from "./bench.ts";

const errorOf = async (work: Promise<unknown>): Promise<DiscordError> =>
  (await work.then(
    () => new Error("it did not fail"),
    (error: unknown) => error,
  )) as DiscordError;

const SET_COMMANDS = "PUT /applications/{application_id}/commands";
const SET_GUILD_COMMANDS = "PUT /applications/{application_id}/guilds/{guild_id}/commands";

const countLogged = ({ logged }: Bench, wanted: string): number =>
  logged.filter(({ event }) => event === wanted).length;

describe("a start", () => {
  it("asks who the bot is, registers its commands and connects without any intent", async () => {
    const { peer, start } = await createBench();
    await start();
    expect(new Set(peer.log.map(({ route }) => route))).toEqual(
      new Set(["GET /users/@me", "GET /applications/@me", "GET /gateway/bot", SET_COMMANDS]),
    );
    expect(peer.gateway.sessions()).toMatchObject([{ intents: 0, shard: [0, 1], isConnected: true }]);
    expect(peer.complaints()).toEqual([]);
  });

  it("fails with one line when the token is refused", async () => {
    const { peer, adapter, host } = await createBench({ config: { token: "a.wrong.token" } });
    const error = await errorOf(adapter.start(host));
    expect(error.code).toBe("token_refused");
    expect(error.message).toContain("DISCORD_BOT_TOKEN");
    expect(error.message).not.toMatch(/a\.wrong\.token|\n/);
    expect(peer.gateway.sessions()).toEqual([]);
  });

  it("fails with one line when something else answers there", async () => {
    const { peer, adapter, host } = await createBench();
    peer.faults.refuse("GET /users/@me", 404, { message: "Not Found" });
    expect((await errorOf(adapter.start(host))).code).toBe("refused");
  });

  it("waits for a network that comes late, and says so once", async () => {
    const bench = await createBench();
    await bench.peer.goDown();
    const started = bench.adapter.start(bench.host);
    await bench.untilLogged("discord_unreachable");
    await bench.peer.comeUp();
    await started;
    expect([countLogged(bench, "discord_unreachable"), countLogged(bench, "discord_reachable")]).toEqual([1, 1]);
  });

  it("waits for a gateway that comes late", async () => {
    const bench = await createBench();
    bench.peer.gateway.refuseConnections();
    const started = bench.adapter.start(bench.host);
    await bench.untilLogged("discord_unreachable");
    bench.peer.gateway.refuseConnections(false);
    await started;
    expect(bench.peer.gateway.sessions()).toMatchObject([{ isConnected: true }]);
  });

  it("is given up with one line that says when to try again, when Discord lets no further session begin", async () => {
    const clock = createManualClock();
    const bench = await createBench({ clock, peer: { starts: { left: 0 } } });
    const failing = errorOf(bench.adapter.start(bench.host));
    const state = { isOver: false };
    void failing.then(() => (state.isOver = true));
    while (!state.isOver) await clock.advance(5_000);
    // As long as another platform works, it is tried again.
    expect((await failing).code).toBe("unreachable");
    expect((await failing).message).toMatch(/begin no session for the next 1440 minutes: [^\n]+ Start again then\.$/);
    expect(bench.peer.gateway.closes).toEqual([]);
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
    const bench = await createBench();
    await bench.peer.goDown();
    const failing = errorOf(bench.adapter.start(bench.host));
    await bench.untilLogged("discord_unreachable");
    await bench.adapter.stopReceiving();
    expect((await failing).code).toBe("unreachable");
  });

  it("opens as many connections as Discord recommends, and hears what comes on each", async () => {
    const bench = await createBench({ peer: { shards: 2 } });
    const { peer, anna, channel } = bench;
    await bench.start();
    await peer.gateway.waitForSession({ count: 2, timeoutMs: 15_000 });
    expect(peer.gateway.sessions().map(({ shard }) => shard)).toEqual([
      [0, 2],
      [1, 2],
    ]);
    peer.command(anna, channel, "status");
    peer.command(anna, peer.directChannel(anna), "status");
    await bench.untilEvents(2);
    expect(peer.complaints()).toEqual([]);
  });
});

describe("commands", () => {
  it("are registered with their options, and registered again only when they changed", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    const run = peer.commands().find((command) => command["name"] === "run");
    expect(run).toMatchObject({
      contexts: [0, 1],
      integration_types: [0],
      options: [
        { name: "workflow", type: 3, autocomplete: true },
        { name: "args", type: 3 },
      ],
    });
    const answer = peer.commands().find((command) => command["name"] === "answer");
    expect(answer).toMatchObject({
      options: [
        { name: "question", type: 3, required: true, autocomplete: true },
        { name: "answer", type: 3 },
        { name: "file", type: 11 },
      ],
    });
    const count = (): number => peer.log.filter(({ route }) => route === SET_COMMANDS).length;
    await (await bench.restart()).stopReceiving();
    expect(count()).toBe(1);
    bench.memory.set("commands", "older");
    await bench.restart();
    await peer.waitUntil(() => count() === 2);
    expect(peer.complaints()).toEqual([]);
  });

  it("move with the configuration: to one server, and back to everywhere", async () => {
    const bench = await createBench();
    const { peer, guild } = bench;
    await bench.start();
    await bench.adapter.stopReceiving();
    await (await bench.restart({ guild: guild.id })).stopReceiving();
    await peer.waitForRequest(SET_GUILD_COMMANDS);
    await peer.waitUntil(() => peer.commands().length === 0 && peer.commands(guild).length > 0);
    await bench.restart();
    await peer.waitUntil(() => peer.commands().length > 0 && peer.commands(guild).length === 0);
    expect(peer.complaints()).toEqual([]);
  });

  it("are taken away at a later start from where they are no longer offered, when Discord did not do it", async () => {
    const bench = await createBench();
    const { peer, guild } = bench;
    await bench.start();
    await bench.adapter.stopReceiving();
    peer.faults.refuse(SET_COMMANDS, 502);
    await (await bench.restart({ guild: guild.id })).stopReceiving();
    await bench.untilLogged("commands_not_withdrawn");
    await bench.restart({ guild: guild.id });
    await peer.waitUntil(() => peer.commands().length === 0);
    expect(peer.log.filter(({ route }) => route === SET_GUILD_COMMANDS)).toHaveLength(1);
  });

  it("are not asked to be taken away for ever from a server that the bot was thrown out of", async () => {
    const bench = await createBench();
    const { peer, guild } = bench;
    await bench.start();
    await bench.adapter.stopReceiving();
    await (await bench.restart({ guild: guild.id })).stopReceiving();
    await peer.waitUntil(() => peer.commands(guild).length > 0);
    peer.removeBot(guild);
    await (await bench.restart()).stopReceiving();
    await bench.untilLogged("commands_not_withdrawn");
    await bench.restart();
    await settle();
    expect(countLogged(bench, "commands_not_withdrawn")).toBe(1);
  });

  it("have words for readers of each language", async () => {
    const words = [{ name: "help", description: "Що вміє бот", parameters: [] }];
    const { peer, start } = await createBench({ host: { translatedCommands: new Map([["uk", words]]) } });
    await start();
    expect(peer.commands().find((command) => command["name"] === "help")).toMatchObject({
      description_localizations: { uk: "Що вміє бот" },
    });
    expect(peer.complaints()).toEqual([]);
  });

  it("that cannot be registered are no obstacle", async () => {
    const bench = await createBench();
    bench.peer.faults.refuse(SET_COMMANDS, 403, { code: 50001, message: "Missing Access" });
    await bench.adapter.start(bench.host);
    await bench.untilLogged("commands_not_registered");
    expect(bench.memory.has("commands")).toBe(false);
  });
});

describe("the gateway", () => {
  it.each([
    ["the token is withdrawn", CLOSE.authenticationFailed, "token_refused", "4004"],
    ["the intents are refused", CLOSE.disallowedIntents, "intents_refused", "4014"],
    ["the version is no longer served", CLOSE.invalidVersion, "gateway_closed", "4012"],
  ] as const)("ends for good, with one line, when %s", async (_what, close, code, named) => {
    const bench = await createBench();
    await bench.start();
    bench.peer.gateway.close(close);
    const error = await errorOf(bench.adapter.ended);
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
    expect(error.message).not.toMatch(/\n/);
    expect(error.message).not.toContain(bench.peer.token);
  });

  it("is opened anew with as many connections as Discord wants by now", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    peer.gateway.needShards(2);
    await peer.gateway.waitForSession({ count: 2, timeoutMs: 15_000 });
    peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    const connected = peer.gateway.sessions().filter(({ isConnected }) => isConnected);
    expect(connected.map(({ shard }) => shard)).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect([countLogged(bench, "discord_unreachable"), countLogged(bench, "discord_reachable")]).toEqual([1, 1]);
    expect(peer.complaints()).toEqual([]);
  });

  it("ends, with one line, when connections that were just made anew are the wrong ones again", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    peer.gateway.needShards(2);
    await peer.gateway.waitForSession({ count: 2, timeoutMs: 15_000 });
    const ended = errorOf(bench.adapter.ended);
    peer.gateway.needShards(3);
    expect((await ended).code).toBe("gateway_closed");
    expect(peer.gateway.sessions().filter(({ isConnected }) => isConnected)).toEqual([]);
  });

  it("ends, with one line, when Discord goes on wanting other connections than it recommends", async () => {
    const clock = createManualClock();
    const bench = await createBench({ clock });
    await bench.start();
    const { peer } = bench;
    const { gateway } = peer;
    gateway.needShards(2);
    gateway.recommendShards(1);
    const state = { isOver: false };
    const ended = errorOf(bench.adapter.ended);
    const over = ended.then(() => (state.isOver = true));
    while (!state.isOver) {
      const tries = gateway.closes.length;
      await clock.advance(16_000);
      await Promise.race([over, peer.waitUntil(() => gateway.closes.length > tries, { timeoutMs: 15_000 })]);
      await settle();
    }
    const error = await ended;
    expect(gateway.closes.length).toBeGreaterThan(3);
    expect(error.code).toBe("gateway_closed");
    expect(error.message).toContain("4011");
  });

  it.each<[string, (bench: Bench) => void]>([
    ["the line breaks", ({ peer }) => peer.gateway.drop()],
    ["Discord closes it", ({ peer }) => peer.gateway.close(CLOSE.unknownError)],
    ["Discord asks for it", ({ peer }) => peer.gateway.requestReconnect()],
  ])("goes on where it was when %s, and what was missed is not lost", async (_what, cut) => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    cut(bench);
    await peer.waitUntil(() => peer.gateway.sessions().every(({ isConnected }) => !isConnected));
    const missed = peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    expect(bench.events.map(({ eventId }) => eventId)).toEqual([missed.id]);
    expect(await missed.acknowledged()).toBe(5);
    expect(countLogged(bench, "discord_unreachable")).toBe(1);
    expect(peer.complaints()).toEqual([]);
  });

  it("begins a session anew, once, when the old one is over and Discord does not say how many may begin", async () => {
    const bench = await createBench({ peer: { starts: { resetAfterMs: 1 } } });
    await bench.start();
    const { peer, anna, channel } = bench;
    await bench.adapter.stopReceiving();
    await bench.restart();
    peer.faults.refuse("GET /gateway/bot", 502, {}, { times: 3 });
    peer.gateway.forgetSessions();
    peer.gateway.drop();
    await peer.gateway.waitForSession({ timeoutMs: 15_000 });
    peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    expect(peer.complaints()).toEqual([]);
  });

  it.each([
    ["goes on in a session that Discord calls invalid for now", true, 1],
    ["begins a session anew when Discord says that the old one is over", false, 0],
  ])("%s", async (_what, isResumable, resumes) => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    peer.gateway.invalidate({ isResumable });
    await peer.waitUntil(() => peer.gateway.sessions().every(({ isConnected }) => !isConnected));
    await peer.gateway.waitForSession({ timeoutMs: 15_000 });
    peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    expect(peer.gateway.sessions()).toMatchObject([{ isConnected: true, resumes }]);
    expect(peer.complaints()).toEqual([]);
  });

  it("goes on where it was when nobody answers on the line any more", async () => {
    const bench = await createBench({ peer: { heartbeatIntervalMs: 300 } });
    await bench.start();
    const { peer, anna, channel } = bench;
    peer.gateway.mute();
    await peer.waitUntil(() => peer.gateway.sessions().every(({ isConnected }) => !isConnected));
    const missed = peer.command(anna, channel, "status");
    peer.gateway.mute(false);
    await bench.untilEvents(1);
    expect(bench.events.map(({ eventId }) => eventId)).toEqual([missed.id]);
    expect(peer.gateway.sessions()).toMatchObject([{ isConnected: true }]);
  });

  it("says once that it is out of reach, and once that it is back", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    await peer.goDown();
    await bench.untilLogged("discord_unreachable");
    await peer.comeUp();
    await bench.untilLogged("discord_reachable");
    expect([countLogged(bench, "discord_unreachable"), countLogged(bench, "discord_reachable")]).toEqual([1, 1]);
    expect(peer.gateway.sessions()).toMatchObject([{ resumes: 1 }]);
    const sent = await bench.adapter.send(conversationOf(bench.channel), { body: plain("still here") });
    expect(sent.kind).toBe("sent");
  });

  it("survives an event that makes no sense", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    for (const data of [{}, { type: 2, id: "1" }, { type: 3, data: null, member: 5 }]) {
      peer.inject("INTERACTION_CREATE", data);
    }
    peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    expect(bench.events).toHaveLength(1);
  });

  it("is not opened again by a connection that was just being repaired when the bot stopped", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer } = bench;
    peer.gateway.drop();
    await peer.waitUntil(() => peer.gateway.sessions().every(({ isConnected }) => !isConnected));
    await bench.adapter.stopReceiving();
    await bench.adapter.stop();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(peer.gateway.sessions().filter(({ isConnected }) => isConnected)).toEqual([]);
  });
});

describe("a restart", () => {
  it("hears what happened meanwhile", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel } = bench;
    await bench.adapter.stopReceiving();
    const missed = peer.command(anna, channel, "status");
    await bench.restart();
    await bench.untilEvents(1);
    expect(bench.events.map(({ eventId }) => eventId)).toEqual([missed.id]);
    expect(peer.gateway.sessions()).toMatchObject([{ resumes: 1 }]);
  });

  it("begins anew when the session is gone", async () => {
    const bench = await createBench();
    await bench.start();
    await bench.adapter.stopReceiving();
    bench.peer.gateway.forgetSessions();
    await bench.restart();
    expect(bench.peer.gateway.sessions()).toMatchObject([{ resumes: 0, isConnected: true }]);
  });
});

describe("a stop", () => {
  it("lets a handler that runs finish, and hands nothing more over", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, anna, channel, adapter } = bench;
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.command(anna, channel, "status");
    peer.command(anna, channel, "pending");
    await bench.untilEvents(1);
    const stopped = adapter.stopReceiving();
    gate.open();
    await stopped;
    await settle();
    expect(bench.events).toHaveLength(1);
    expect(await adapter.send(conversationOf(channel), { body: plain("bye") })).toMatchObject({ kind: "sent" });
  });
});
