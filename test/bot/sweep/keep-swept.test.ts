import { mkdir, rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { auditDirectoryOf, createAuditFiles } from "../../../src/bot/audit/log/files.ts";
import { verifyAudit } from "../../../src/bot/audit/verify/verify-audit.ts";
import { createBot, type Bot } from "../../../src/bot/bot.ts";
import { createRuntime, describeThisProcess, systemIds, type Runtime } from "../../../src/runtime/index.ts";
import type { RunId } from "../../../src/runtime/run/documents.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore, type MemoryStore } from "../../fakes/memory-store.ts";
import { configFor, createWorkspace, DEPLOY_GUARD, type Workspace } from "../../scenarios/workspace.ts";

const DAY = 24 * 3_600_000;
const HERE = { conversation: { platform: "terminal", id: "main" } } as const;

let workspace: Workspace;
let platform: FakePlatform;
let clock: ManualClock;
let store: MemoryStore;
let bot: Bot;
let runtime: Runtime;
let logged: string[];

beforeEach(async () => {
  workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD });
  platform = createFakePlatform({ platform: "terminal" });
  clock = createManualClock();
  store = createMemoryStore();
  logged = [];
  open();
  await bot.start();
});

afterEach(async () => {
  await stop();
  await workspace.remove();
});

function note(event: string, facts?: object): void {
  logged.push(`${event} ${JSON.stringify(facts)}`);
}

function open(over: StateStore = store): void {
  runtime = createRuntime({
    store: over,
    clock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });
  bot = createBot({
    runtime,
    config: configFor(workspace),
    adapters: [platform.adapter],
    store: over,
    auditFiles: createAuditFiles(auditDirectoryOf(workspace.stateDirectory)),
    clock,
    ids: systemIds,
    log: { info: () => undefined, warn: note, error: note },
  });
}

async function stop(): Promise<void> {
  const stopping = { isDone: false };
  const stopped = bot.stop({ graceMs: 0 }).finally(() => (stopping.isDone = true));
  while (!stopping.isDone) await clock.jump(60_000);
  await stopped;
}

/** Ends the bot and begins another. */
async function restart(): Promise<void> {
  await stop();
  open();
  await bot.start();
}

/** Days of a bot that runs, each with the sweeps that are due in it. */
async function pass(days: number): Promise<void> {
  await clock.jump((days - 2) * DAY);
  for (let day = 0; day < 3; day += 1) {
    for (let turn = 0; turn < 40; turn += 1) await clock.jump(50);
    await bot.core.audit?.idle();
    if (day < 2) await clock.jump(DAY);
  }
}

async function untilOver(id: RunId): Promise<void> {
  await vi.waitFor(async () => expect((await runtime.readRun(id))?.outcome?.kind).toBe("finished"));
}

async function startRun() {
  await platform.deliver({ kind: "command", name: "run", rest: "deploy-guard", from: "dev-lead", ...HERE });
  await bot.idle();
  const card = platform.messages.findLast((message) => platform.textOf(message).includes("Deploy 3 services?"));
  if (card === undefined) throw new Error("no card");
  const [run] = (await runtime.listRuns()).runs.filter(({ status }) => status === "waiting");
  if (run === undefined) throw new Error("no run");
  return { card, id: run.id, approve: payloadOf(card, "Approve") };
}

const press = async (payload: string) =>
  await platform.deliver({ kind: "press", payload, from: "release-manager", ...HERE });

async function finishRun() {
  const run = await startRun();
  await press(run.approve);
  await untilOver(run.id);
  await bot.idle();
  return run;
}

/** Everything stored that is about runs. */
const kept = (): readonly string[] =>
  [...store.documents.keys()].filter((key) =>
    /^(?:run|step|approval|audit_run|(?:workflow|pipeline)_resume|chat_(?:runs|deliveries|messages|buttons|forms))_/.test(
      key,
    ),
  );

describe("a bot", () => {
  it("removes a run that has been over for 90 days with everything it kept about it, and shows nothing", async () => {
    await finishRun();
    await pass(80);
    expect(kept().length).toBeGreaterThan(8);
    const before = platform.messages.map(({ edits }) => edits);
    await pass(12);
    expect(kept()).toEqual([]);
    expect(platform.messages.map(({ edits }) => edits)).toEqual(before);
    expect(store.documents.get("chat_conversations_terminal.3amain")?.value).toEqual({
      value: { active: [], ended: [] },
    });
    expect([...store.documents.keys()].filter((key) => key.startsWith("definition_"))).toHaveLength(1);
    const files = createAuditFiles(auditDirectoryOf(workspace.stateDirectory));
    expect(await verifyAudit({ files, store })).not.toHaveProperty("problem");
    expect(logged).toEqual([]);
    await restart();
    await bot.idle();
    expect(platform.messages).toHaveLength(before.length);
  });

  it("answers a press on a card of such a run in plain words, and does nothing", async () => {
    const { approve } = await finishRun();
    expect((await press(approve)).text).toMatch(/^You approved it already, /);
    await pass(100);
    const answer = await press(approve);
    expect(answer.text).toBe("This button is no longer valid.");
    expect(kept()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("answers a press in plain words while such a run is half removed", async () => {
    const { id, approve } = await finishRun();
    for (const key of [...store.documents.keys()].filter((one) => one.includes("_resume_")))
      store.documents.delete(key);
    expect((await press(approve)).text).toBe("This gate is gone: its run was removed.");
    store.documents.delete(`run_${id.toLowerCase()}`);
    expect((await press(approve)).text).toBe("This gate is gone: its run was removed.");
    expect(logged).toEqual([]);
  });

  it("keeps a gate that waits for years, which then opens, once", async () => {
    const { id, approve } = await startRun();
    const before = kept();
    await pass(800);
    expect(kept()).toEqual(before);
    expect((await press(approve)).text).toContain("Approved");
    await bot.idle();
    expect((await runtime.readRun(id))?.outcome?.kind).toBe("finished");
  });

  it("keeps a run whose card could not be brought to say how it ended", async () => {
    const { id, approve } = await startRun();
    const broken = { outcome: "throw", act: false } as const;
    platform.updateFaults.push(...Array.from({ length: 5_000 }, () => broken));
    await press(approve);
    await untilOver(id);
    await pass(100);
    expect(kept()).toContain(`run_${id.toLowerCase()}`);
    platform.updateFaults.length = 0;
    await restart();
    await pass(2);
    expect(kept()).toEqual([]);
    expect(platform.messages.map(platform.textOf).filter((text) => text.includes("✅ Finished"))).not.toEqual([]);
  });

  it("keeps a run whose outcome is not in the audit log until it is", async () => {
    const directory = auditDirectoryOf(workspace.stateDirectory);
    await mkdir(workspace.stateDirectory, { recursive: true });
    await rm(directory, { recursive: true, force: true });
    await writeFile(directory, "in its way");
    const { id } = await finishRun();
    await pass(100);
    expect(kept()).toContain(`run_${id.toLowerCase()}`);
    await rm(directory);
    await pass(4);
    expect(kept()).toEqual([]);
  });

  it("forgets what is left of a run that a process removed which then died", async () => {
    const { id } = await finishRun();
    await pass(2);
    await stop();
    for (const key of kept()) if (!key.startsWith("chat_") && !key.startsWith("audit_")) store.documents.delete(key);
    expect(kept()).toContain(`audit_run_${id.toLowerCase()}`);
    open();
    await bot.start();
    await pass(2);
    expect(kept()).toEqual([]);
  });

  it("is up before it looks for what is old", async () => {
    await stop();
    const never = new Promise<never>(() => undefined);
    open({ ...store, list: (prefix, ...rest) => (prefix === "chat_seen_" ? never : store.list(prefix, ...rest)) });
    await bot.start();
    expect((await startRun()).approve).not.toBe("");
  });

  it("names in its log what it leaves alone because it cannot be read", async () => {
    const { id } = await finishRun();
    const encoded = id.replaceAll(/[A-Z]/g, (letter) => `.${letter.charCodeAt(0).toString(16)}`);
    const key = `chat_runs_${encoded}`;
    const record = store.documents.get(key);
    if (record === undefined) throw new Error("no record");
    store.documents.set(key, { ...record, value: { value: {} } });
    const before = kept();
    await pass(100);
    expect(kept()).toEqual(before);
    expect(logged.filter((line) => line.startsWith("document_left_alone")).join("\n")).toContain(id.toLowerCase());
  });
});
