import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBot, type Bot } from "../../src/bot/bot.ts";
import { createRuntime, describeThisProcess, systemIds, type Runtime } from "../../src/runtime/index.ts";
import { payloadOf } from "../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../fakes/fake-adapter.ts";
import { createManualClock, type ManualClock } from "../fakes/manual-clock.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { configFor, createWorkspace, DEPLOY_GUARD, type Workspace } from "../scenarios/workspace.ts";

const HOUR_MS = 3_600_000;

let workspace: Workspace;
let platform: FakePlatform;
let clock: ManualClock;
let bot: Bot;
let runtime: Runtime;

beforeEach(async () => {
  workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD });
  platform = createFakePlatform({ platform: "terminal" });
  clock = createManualClock();
  const store = createMemoryStore();
  runtime = createRuntime({
    store,
    clock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });
  const { defaults } = configFor(workspace);
  const config = configFor(workspace, { defaults: { ...defaults, expiresInMs: 24 * HOUR_MS } });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  bot = createBot({ runtime, config, adapters: [platform.adapter], store, clock, ids: systemIds, log });
  await bot.start();
  await platform.deliver({ kind: "command", name: "run", rest: "deploy-guard", from: "dev-lead", ...HERE });
  await bot.idle();
});

afterEach(async () => {
  const stopped = bot.stop({ graceMs: 0 });
  await clock.jump(60_000);
  await stopped;
  await workspace.remove();
});

const HERE = { conversation: { platform: "terminal", id: "main" } } as const;
const texts = (): readonly string[] => platform.messages.map(platform.textOf);
const card = () => {
  const found = platform.messages.find((message) => platform.textOf(message).includes("Deploy 3 services?"));
  if (found === undefined) throw new Error("no card");
  return found;
};

describe("a gate that nobody opens", () => {
  it("says on its card when it expires", () => {
    expect(platform.textOf(card())).toContain("Expires 2023-11-15 22:13 UTC");
  });

  it("reminds those who can still act, once", async () => {
    await clock.jump(22 * HOUR_MS);
    await bot.idle();
    expect(reminders()).toEqual([]);
    await clock.jump(1.1 * HOUR_MS);
    await clock.jump(HOUR_MS / 2);
    await bot.idle();
    expect(reminders()).toHaveLength(1);
    expect(reminders()[0]).toMatch(/^Release manager: deploy-guard · run [0-9A-Z]{8} still waits, and expires /);
  });

  it("ends the run as expired, never as denied", async () => {
    const payload = payloadOf(card(), "Approve");
    await clock.jump(24.1 * HOUR_MS);
    await bot.idle();
    expect(platform.textOf(card())).toMatch(/^⌛ Expired/);
    const answer = await platform.deliver({ kind: "press", payload, from: "release-manager", ...HERE });
    expect(answer.text).toMatch(/^Expired /);
  });

  it("takes no approval after its time, even before anybody looked", async () => {
    const payload = payloadOf(card(), "Approve");
    await clock.jump(24 * HOUR_MS - 10_000);
    await bot.idle();
    expect(platform.textOf(card())).toMatch(/^⏳ Waiting for approval/);
    // Between two looks of the bot.
    await clock.jump(15_000);
    const answer = await platform.deliver({ kind: "press", payload, from: "release-manager", ...HERE });
    expect(answer.text).toMatch(/^It expired .+; nothing was decided\.$/);
    await bot.idle();
    expect(platform.textOf(card())).toMatch(/^⌛ Expired/);
  });
});

describe("a gate that somebody decides elsewhere", () => {
  it("has that on its card within 2 s", async () => {
    const approvalId = /approval id ([0-9a-f]{8})/.exec(platform.textOf(card()))?.[1] ?? "";
    await runtime.decide({ gate: { approvalId }, decision: { kind: "deny" }, via: "cli", reason: "wrong day" });
    await clock.jump(2_000);
    await bot.idle();
    expect(platform.textOf(card())).toMatch(/^⛔ Denied/);
  });
});

const reminders = (): readonly string[] => texts().filter((text) => text.includes("still waits"));
