import { describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { REAL_RATES } from "./index.ts";
import type { FaultRoute } from "./index.ts";
import { setScene } from "./scene.ts";
import type { Asked, Scene } from "./scene.ts";

const POST: FaultRoute = "POST /channels/{channel_id}/messages";

function send(scene: Scene, content = "x"): Promise<Asked> {
  return scene.ask("POST", `/channels/${scene.channel.id}/messages`, { content });
}

function countMessages(scene: Scene): number {
  return scene.peer.messages(scene.channel).length;
}

describe("a fault", () => {
  it.each([
    ["cut before acting", "cutBefore", 0],
    ["cut after acting", "cutAfter", 1],
    ["cut inside the answer", "cutMidAnswer", 1],
  ] as const)("leaves a request without an answer: %s", async (_, kind, messages) => {
    await using scene = await setScene();
    const fault = scene.peer.faults[kind](POST);
    await expect(send(scene)).rejects.toThrow(/fetch failed|terminated/);
    expect(fault.struck).toHaveLength(1);
    expect(countMessages(scene)).toBe(messages);
    expect(scene.peer.log.at(-1)?.outcome).toMatchObject({ kind: "fault", acted: messages === 1 });
    expect(await send(scene)).toMatchObject({ status: 200 });
  });

  it.each([
    ["without acting", "refuse", 0],
    ["after acting", "refuseAfter", 1],
  ] as const)("answers with a status, %s", async (_, kind, messages) => {
    await using scene = await setScene();
    scene.peer.faults[kind](POST, 502);
    expect(await send(scene)).toMatchObject({ status: 502 });
    expect(countMessages(scene)).toBe(messages);
    expect(scene.peer.complaints()).toEqual([]);
  });

  it.each([
    ["a request", "hold", 0],
    ["an answer", "holdAnswer", 1],
  ] as const)("holds %s until it is let go", async (_, kind, messages) => {
    await using scene = await setScene();
    const fault = scene.peer.faults[kind](POST);
    const sent = send(scene);
    await scene.peer.waitUntil(() => fault.struck.length === 1);
    expect(countMessages(scene)).toBe(messages);
    fault.release();
    expect(await sent).toMatchObject({ status: 200 });
    expect(countMessages(scene)).toBe(1);
  });

  it("strikes as often as it is told, and only what it is for", async () => {
    await using scene = await setScene();
    const { faults } = scene.peer;
    faults.refuse(POST, 500, {}, { times: 2, when: ({ body }) => JSON.stringify(body).includes("first") });
    const statuses = [];
    for (const content of ["first", "second", "first", "first"]) statuses.push((await send(scene, content)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
    faults.refuse("*", 500, {}, { times: 9 });
    expect(await scene.ask("GET", "/users/@me")).toMatchObject({ status: 500 });
    faults.clear();
    expect(await scene.ask("GET", "/users/@me")).toMatchObject({ status: 200 });
  });

  it("says 429 with a fraction of seconds in the body and whole ones in the header", async () => {
    await using scene = await setScene();
    scene.peer.faults.tooMany(POST, 0.25, { isGlobal: true });
    const answer = await send(scene);
    expect(answer).toMatchObject({ status: 429, body: { retry_after: 0.25, global: true } });
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.headers.get("x-ratelimit-global")).toBe("true");
    expect(countMessages(scene)).toBe(0);
  });
});

describe("rate limits", () => {
  it("are counted by route and channel, and told in the headers", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock, rates: REAL_RATES });
    const other = scene.peer.addChannel(scene.guild, { name: "other" });
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await send(scene)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await scene.ask("POST", `/channels/${other.id}/messages`, { content: "x" })).toMatchObject({ status: 200 });
    await clock.jump(4750);
    const limited = await send(scene);
    expect(limited).toMatchObject({ status: 429, body: { global: false, retry_after: 0.25 } });
    expect(Object.fromEntries(limited.headers)).toMatchObject({
      "retry-after": "1",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset-after": "0.250",
      "x-ratelimit-scope": "user",
    });
    await clock.jump(250);
    expect(await send(scene)).toMatchObject({ status: 200 });
    expect(scene.peer.complaints()).toEqual([]);
  });

  it("count all requests together, except those that a token in the path is enough for", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock, rates: { global: { limit: 2, windowMs: 1000 } } });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await scene.ask("GET", "/users/@me")).status);
    expect(statuses).toEqual([200, 200, 429]);
    const open = await scene.ask("POST", "/interactions/1/token/callback", { type: 5 });
    expect(open).toMatchObject({ status: 404 });
  });

  it("are none unless a test asks for them, but every answer tells where it stands", async () => {
    await using scene = await setScene();
    for (let turn = 0; turn < 20; turn += 1) expect((await send(scene)).status).toBe(200);
    const { headers } = await send(scene);
    expect(headers.get("x-ratelimit-bucket")).toMatch(/^[0-9a-f]{32}$/);
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 5);
  });
});

describe("a server that goes down", () => {
  it("refuses connections and comes back with everything it knew", async () => {
    await using scene = await setScene();
    await send(scene);
    await scene.peer.goDown();
    await expect(send(scene)).rejects.toThrow(/fetch failed|terminated/);
    await scene.peer.comeUp();
    expect(await send(scene)).toMatchObject({ status: 200 });
    expect(countMessages(scene)).toBe(2);
  });
});
