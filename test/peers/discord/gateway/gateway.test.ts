import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../fakes/manual-clock.ts";
import { INTENTS } from "../index.ts";
import type { DiscordPeerOptions } from "../index.ts";
import { setScene } from "../scene.ts";
import type { Scene } from "../scene.ts";
import { numberOf, textOf } from "../../shared/wire.ts";
import { CLOSE, OP } from "./codes.ts";
import { connectRaw, dataOf, identifyFor } from "./raw-client.ts";
import type { RawClient } from "./raw-client.ts";

async function identify(scene: Scene, intents: number = INTENTS.guilds): Promise<{ client: RawClient; id: string }> {
  const client = connectRaw(scene.peer);
  await client.next(OP.hello);
  client.send(OP.identify, identifyFor(scene.peer, { intents }));
  const ready = await client.next("READY");
  return { client, id: textOf(dataOf(ready), "session_id") ?? "" };
}

function idsOf(client: RawClient | undefined): readonly unknown[] {
  return (client?.received ?? [])
    .filter((frame) => frame["t"] === "MESSAGE_CREATE")
    .map((frame) => dataOf(frame)["id"]);
}

async function resume(scene: Scene, id: string, seq: number, token = scene.peer.token): Promise<RawClient> {
  const client = connectRaw(scene.peer);
  await client.next(OP.hello);
  client.send(OP.resume, { token, session_id: id, seq });
  return client;
}

describe("the gateway", () => {
  it("is found through the REST interface, with the shards it recommends", async () => {
    await using scene = await setScene({ shards: 3 });
    expect((await scene.ask("GET", "/gateway/bot")).body).toMatchObject({
      url: `${scene.peer.url.replace("http:", "ws:")}/gateway`,
      shards: 3,
      session_start_limit: { total: 1000, max_concurrency: 3 },
    });
  });

  it("greets a client with READY and a GUILD_CREATE for each guild", async () => {
    await using scene = await setScene();
    const second = scene.peer.addGuild({ name: "Second" });
    scene.peer.addGuild({ name: "Without the bot", withoutBot: true });
    const { client } = await identify(scene);
    const created = [await client.next("GUILD_CREATE"), await client.next("GUILD_CREATE")];
    expect(created.map((frame) => dataOf(frame)["id"])).toEqual([scene.guild.id, second.id]);
    expect(created[0]).toMatchObject({
      s: 2,
      d: { channels: [{ name: "releases" }], members: [{ user: { bot: true } }] },
    });
    expect(client.received[1]).toMatchObject({
      s: 1,
      d: { user: { id: scene.peer.botUser.id }, guilds: [{ unavailable: true }, {}], application: { flags: 0 } },
    });
  });

  it("answers heartbeats, before and after identify", async () => {
    await using scene = await setScene();
    const client = connectRaw(scene.peer);
    expect(dataOf(await client.next(OP.hello))).toMatchObject({ heartbeat_interval: 41_250 });
    client.send(OP.heartbeat, null);
    await client.next(OP.heartbeatAck);
  });

  it("closes a client that sends no heartbeat", async () => {
    await using scene = await setScene({ heartbeatIntervalMs: 20 });
    const { client } = await identify(scene);
    expect(await client.closed).toBe(CLOSE.sessionTimedOut);
  });

  it.each<[string, DiscordPeerOptions, Record<string, unknown>, number]>([
    ["a wrong token", {}, { token: "wrong" }, CLOSE.authenticationFailed],
    ["no properties", {}, { properties: {} }, CLOSE.decodeError],
    ["a privileged intent that is not switched on", {}, { intents: INTENTS.messageContent }, CLOSE.disallowedIntents],
    ["intents that are none", {}, { intents: 1 << 30 }, CLOSE.invalidIntents],
    ["no intents", {}, { intents: undefined }, CLOSE.invalidIntents],
    ["a shard out of range", {}, { shard: [2, 2] }, CLOSE.invalidShard],
    ["too few shards", { minShards: 2 }, {}, CLOSE.shardingRequired],
  ])("closes a client that identifies with %s", async (_, options, more, code) => {
    await using scene = await setScene(options);
    const client = connectRaw(scene.peer);
    await client.next(OP.hello);
    // A test may say anything an identify could hold.
    client.send(OP.identify, identifyFor(scene.peer, more as Parameters<typeof identifyFor>[1]));
    expect(await client.closed).toBe(code);
  });

  it("takes a privileged intent that is switched on", async () => {
    await using scene = await setScene({ allowedIntents: INTENTS.messageContent });
    const { client } = await identify(scene, INTENTS.guilds | INTENTS.guildMessages | INTENTS.messageContent);
    scene.peer.write(scene.ann, scene.channel, "hello");
    expect(dataOf(await client.next("MESSAGE_CREATE"))).toMatchObject({ content: "hello" });
  });

  it.each([
    ["an op it does not have", OP.requestMembers + 50, {}, CLOSE.unknownOpcode],
    ["a second identify", OP.identify, {}, CLOSE.alreadyAuthenticated],
    ["a message that is too long", OP.presence, { x: "x".repeat(4096) }, CLOSE.decodeError],
  ])("closes a client that sends %s, and tells of it", async (_, op, data, code) => {
    await using scene = await setScene();
    const { client } = await identify(scene);
    client.send(op, data);
    expect(await client.closed).toBe(code);
    expect(scene.peer.complaints()).toHaveLength(1);
  });

  it("closes a client that speaks before it identifies, in another version, or too much", async () => {
    await using scene = await setScene();
    const early = connectRaw(scene.peer);
    await early.next(OP.hello);
    early.send(OP.presence, {});
    expect(await early.closed).toBe(CLOSE.notAuthenticated);
    expect(await connectRaw(scene.peer, "v=9&encoding=json").closed).toBe(CLOSE.invalidVersion);
    const { client } = await identify(scene);
    for (let beat = 0; beat < 120; beat += 1) client.send(OP.heartbeat, beat);
    expect(await client.closed).toBe(CLOSE.rateLimited);
  });

  it("makes a second identify wait where it is told to", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock, identifyIntervalMs: 5000 });
    await identify(scene);
    const second = connectRaw(scene.peer);
    await second.next(OP.hello);
    second.send(OP.identify, identifyFor(scene.peer));
    expect(await second.next(OP.invalidSession)).toMatchObject({ d: false });
    await clock.jump(5000);
    second.send(OP.identify, identifyFor(scene.peer));
    await second.next("READY");
  });
});

describe("what a session is told", () => {
  it("hides the content of messages from clients that may not read it, except what is meant for the bot", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    const { client } = await identify(scene, INTENTS.guilds | INTENTS.guildMessages | INTENTS.directMessages);
    peer.write(ann, channel, "secret");
    peer.write(ann, channel, `<@${peer.botUser.id}> hello`);
    peer.write(ann, peer.directChannel(ann), "direct");
    const contents = [];
    for (let turn = 0; turn < 3; turn += 1) contents.push(dataOf(await client.next("MESSAGE_CREATE"))["content"]);
    expect(contents).toEqual(["", `<@${peer.botUser.id}> hello`, "direct"]);
  });

  it("leaves out what a client did not ask for, and channels the bot does not see", async () => {
    await using scene = await setScene();
    const { peer, ann, guild, channel } = scene;
    const { client } = await identify(scene, INTENTS.guilds | INTENTS.guildMessages);
    const hidden = peer.addChannel(guild, { name: "hidden" });
    peer.setPermissions(hidden, peer.botUser, { deny: ["VIEW_CHANNEL"] });
    peer.write(ann, hidden, "x");
    peer.write(ann, peer.directChannel(ann), "x");
    peer.removeMember(guild, scene.bob);
    const { id } = peer.write(ann, channel, "x");
    expect(dataOf(await client.next("MESSAGE_CREATE"))).toMatchObject({ id });
    expect(client.received.map((frame) => textOf(frame, "t"))).not.toContain("GUILD_MEMBER_REMOVE");
  });

  it("goes to the shard of the guild; direct messages to shard 0", async () => {
    await using scene = await setScene({ shards: 2 });
    const { peer, ann, guild, channel } = scene;
    const own = Number((BigInt(guild.id) >> 22n) % 2n);
    const clients = await Promise.all(
      [0, 1].map(async (index) => {
        const client = connectRaw(peer);
        await client.next(OP.hello);
        const intents = INTENTS.guilds | INTENTS.guildMessages | INTENTS.directMessages;
        client.send(OP.identify, identifyFor(peer, { intents, shard: [index, 2] }));
        await client.next("READY");
        return client;
      }),
    );
    const inGuild = peer.write(ann, channel, "x");
    const direct = peer.write(ann, peer.directChannel(ann), "x");
    for (const client of clients) {
      client.send(OP.heartbeat, 1);
      await client.next(OP.heartbeatAck);
    }
    expect(idsOf(clients[own])).toContain(inGuild.id);
    expect(idsOf(clients[0])).toContain(direct.id);
    expect(idsOf(clients[1 - own])).not.toContain(inGuild.id);
  });
});

describe("a session", () => {
  it("is resumed with what the client missed, in order, and no more", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    const { client, id } = await identify(scene, INTENTS.guilds | INTENTS.guildMessages);
    const first = peer.write(ann, channel, "1");
    const seen = await client.next("MESSAGE_CREATE");
    client.cut();
    await client.closed;
    await peer.waitUntil(() => peer.gateway.sessions()[0]?.isConnected === false);
    const missed = [peer.write(ann, channel, "2"), peer.write(ann, channel, "3")];
    const back = await resume(scene, id, numberOf(seen, "s") ?? 0);
    await back.next("RESUMED");
    const replayed = back.received.filter((frame) => frame["t"] === "MESSAGE_CREATE");
    expect(replayed.map((frame) => dataOf(frame)["id"])).toEqual(missed.map((message) => message.id));
    expect(replayed.map((frame) => dataOf(frame)["id"])).not.toContain(first.id);
    expect(peer.gateway.sessions()).toMatchObject([{ id, resumes: 1, isConnected: true }]);
  });

  it("replays an interaction that came while nobody was there, old as it is by then", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const { peer, ann, channel } = scene;
    const { client, id } = await identify(scene);
    await scene.ask("PUT", `/applications/${peer.application.id}/commands`, [{ name: "run", description: "x" }]);
    client.cut();
    await client.closed;
    const interaction = peer.command(ann, channel, "run");
    await clock.jump(4000);
    const back = await resume(scene, id, 2);
    expect(dataOf(await back.next("INTERACTION_CREATE"))).toMatchObject({ id: interaction.id, entitlements: [] });
    const path = `/interactions/${interaction.id}/${interaction.token}/callback`;
    expect((await scene.ask("POST", path, { type: 5 })).body).toMatchObject({ code: 10062 });
    interaction.deliverAgain();
    expect(dataOf(await back.next("INTERACTION_CREATE"))).toMatchObject({ id: interaction.id });
  });

  it("is not resumed with a sequence that was never sent, nor with a wrong token", async () => {
    await using scene = await setScene();
    const { client, id } = await identify(scene);
    client.cut();
    expect(await (await resume(scene, id, 0, "wrong")).closed).toBe(CLOSE.authenticationFailed);
    expect(await (await resume(scene, id, 99)).closed).toBe(CLOSE.invalidSequence);
    expect(await (await resume(scene, id, 2)).next(OP.invalidSession)).toMatchObject({ d: false });
  });

  it("is lost when it is forgotten, when the client says goodbye, and after five minutes", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const { peer } = scene;
    const first = await identify(scene);
    peer.gateway.forgetSessions();
    expect(await (await resume(scene, first.id, 1)).next(OP.invalidSession)).toMatchObject({ d: false });
    const second = await identify(scene);
    second.client.cut();
    await second.client.closed;
    await peer.waitUntil(() => peer.gateway.sessions().every(({ isConnected }) => !isConnected));
    await clock.jump(300_001);
    expect(await (await resume(scene, second.id, 1)).next(OP.invalidSession)).toMatchObject({ d: false });
  });

  it("is told to reconnect, or that it is invalid, or closed, when the test says so", async () => {
    await using scene = await setScene();
    const { peer } = scene;
    const { client } = await identify(scene);
    expect(peer.gateway.requestReconnect()).toBe(1);
    await client.next(OP.reconnect);
    expect(peer.gateway.invalidate({ isResumable: true })).toBe(1);
    expect(await client.next(OP.invalidSession)).toMatchObject({ d: true });
    expect(peer.gateway.close(CLOSE.unknownError)).toBe(1);
    expect(await client.closed).toBe(4000);
  });

  it("gets events that were held back in one go", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    const { client } = await identify(scene, INTENTS.guildMessages);
    const release = peer.gateway.holdEvents();
    const { id } = peer.write(ann, channel, "x");
    client.send(OP.heartbeat, 1);
    await client.next(OP.heartbeatAck);
    expect(client.received.map((frame) => frame["t"])).not.toContain("MESSAGE_CREATE");
    release();
    expect(dataOf(await client.next("MESSAGE_CREATE"))).toMatchObject({ id });
  });
});
