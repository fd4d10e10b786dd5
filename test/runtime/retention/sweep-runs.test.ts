import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { sweepRuns, type SweepParts } from "../../../src/runtime/retention/sweep-runs.ts";
import type { RunDocument } from "../../../src/runtime/run/documents.ts";
import { encodeDocument, runKey, stepKey } from "../../../src/runtime/run/keys.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

const DAY = 24 * 3_600_000;

const FILES = {
  "workflow.lobster": `steps:
  - {id: build, run: echo built}
  - {id: gate, approval: Go?}
  - {id: ask, input: {prompt: Which?, responseSchema: {type: string}}}
  - {id: deploy, run: echo deployed}
`,
};

/** A directory of runs, and a sweep of it. Whoever asks is done with all of them, unless a test says otherwise. */
async function open() {
  const clock = createManualClock();
  const test = makeRuntime(FILES, { clock });
  const { runtime, host } = test;
  const { store } = host;
  const parts: SweepParts = {
    store,
    clock,
    boot: "a",
    isDoneWith: () => Promise.resolve(true),
    pause: () => Promise.resolve(),
  };
  const start = async () => {
    const run = await runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    const report = await runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    return { id: run.id, gate: report.gate };
  };
  const decide = async (gate: Awaited<ReturnType<typeof start>>["gate"], kind: "approve" | "deny") =>
    await runtime.decide({ gate: { gateKey: gate.key }, decision: { kind }, by: { person: "boss" } });
  const finish = async () => {
    const { id, gate } = await start();
    await decide(gate, "approve");
    const asked = await runtime.execute(id);
    if (asked.kind !== "waiting") throw new Error("expected a question");
    const decision = { kind: "answer", response: "a" } as const;
    await runtime.decide({ gate: { gateKey: asked.gate.key }, decision, by: { person: "boss" } });
    expect((await runtime.execute(id)).kind).toBe("finished");
    return { id, gate };
  };
  const deny = async () => {
    const { id, gate } = await start();
    await decide(gate, "deny");
    return { id, gate };
  };
  const names = (): readonly string[] =>
    readdirSync(join(test.folder, "state"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length));
  const rest = (): readonly string[] => names().filter((name) => !/^(?:definition_|lobster\.)/.test(name));
  const sweep = async (changes: Partial<SweepParts> = {}) => await sweepRuns({ ...parts, ...changes });
  /** A sweep is due by readings that are right. */
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await sweep();
    await clock.advance(DAY);
  };
  return { ...test, clock, store, start, finish, deny, decide, names, rest, sweep, pass };
}

describe("a sweep", () => {
  it("removes runs that have been over for 90 days with their gates, ids and steps, and keeps definitions", async () => {
    const { finish, deny, names, rest, sweep, pass } = await open();
    const [finished, denied] = [await finish(), await deny()];
    const definitions = names().filter((name) => name.startsWith("definition_"));
    expect(definitions.length).toBeGreaterThan(0);
    await pass(89 * DAY);
    expect((await sweep()).removed).toEqual([]);
    await pass(DAY);
    const { removed, leftAlone, isComplete } = await sweep();
    expect(removed.map(({ id }) => id).toSorted()).toEqual([finished.id, denied.id].toSorted());
    expect({ leftAlone, isComplete }).toEqual({ leftAlone: [], isComplete: true });
    expect(rest()).toEqual([]);
    expect(names().filter((name) => name.startsWith("definition_"))).toEqual(definitions);
  });

  it("never touches a run that is not over, however old it is", async () => {
    const { runtime, start, folder, path, rest, sweep, pass, store } = await open();
    const waiting = await start();
    const queued = await runtime.start({ filePath: path("workflow.lobster"), cwd: folder });
    const dead = { hostName: "elsewhere", pid: 1 };
    const interrupted = await start();
    const stored = await store.read(runKey(interrupted.id));
    if (stored === undefined) throw new Error("expected a run");
    const value = { ...(stored.value as object), status: "interrupted", startedIn: dead };
    await store.replace(stored.key, encodeDocument(value), stored.version);
    const before = rest();
    await pass(1_000 * DAY);
    expect((await sweep()).removed).toEqual([]);
    expect(rest()).toEqual(before);
    for (const { id } of [waiting, queued, interrupted]) expect(await runtime.readRun(id)).toBeDefined();
  });

  it("keeps what the front end is not done with", async () => {
    const { deny, rest, sweep, pass } = await open();
    const { id } = await deny();
    const before = rest();
    await pass(100 * DAY);
    expect((await sweep({ isDoneWith: (run) => Promise.resolve(run.id !== id) })).removed).toEqual([]);
    expect(rest()).toEqual(before);
  });

  it("makes a token of a removed gate unknown, never open, by token, id and key", async () => {
    const { runtime, finish, deny, sweep, pass } = await open();
    const gates = [(await finish()).gate, (await deny()).gate];
    await pass(100 * DAY);
    expect((await sweep()).removed).toHaveLength(2);
    for (const { key, token, approvalId } of gates) {
      for (const gate of [{ token }, { gateKey: key }, { approvalId: approvalId ?? "" }]) {
        const outcome = await runtime.decide({ gate, decision: { kind: "approve" }, by: { person: "boss" } });
        expect(outcome.kind).toBe("not_found");
      }
    }
  });

  it("is not misled by a clock that jumps ahead and back, however often it is called meanwhile", async () => {
    const { clock, deny, rest, sweep } = await open();
    await deny();
    const before = rest();
    await sweep();
    await clock.advance(DAY);
    clock.set(400 * DAY);
    for (let look = 0; look < 5; look += 1) {
      expect((await sweep()).removed).toEqual([]);
      await clock.advance(60_000);
    }
    clock.set(-400 * DAY);
    for (let day = 0; day < 3; day += 1) {
      expect((await sweep()).removed).toEqual([]);
      await clock.advance(DAY);
    }
    expect(rest()).toEqual(before);
  });

  it.each<[string, (id: string, gate: string) => string]>([
    ["run", (id) => runKey(id as RunDocument["id"])],
    ["step result", (id) => stepKey(id as RunDocument["id"], 1)],
    ["gate", (_, gate) => gate],
  ])("leaves alone a run whose %s cannot be read, names the document, and removes the others", async (_, keyOf) => {
    const { folder, deny, rest, sweep, pass } = await open();
    const damaged = await deny();
    const other = await deny();
    const key = keyOf(damaged.id, damaged.gate.key);
    writeFileSync(join(folder, "state", `${key}.json`), "{");
    const kept = rest().filter((name) => !name.includes(other.id.toLowerCase()));
    await pass(100 * DAY);
    const { removed, leftAlone } = await sweep();
    expect(removed.map(({ id }) => id)).toEqual([other.id]);
    expect(JSON.stringify(leftAlone)).toContain(key);
    const own = kept.filter((name) => name !== other.gate.key && name !== `approval_${other.gate.approvalId ?? ""}`);
    expect(rest()).toEqual(own);
  });

  it("removes a gate that its run never came to wait at, and step results whose run is gone", async () => {
    const { store, start, deny, rest, sweep, pass } = await open();
    const { id, gate } = await deny();
    const key = "workflow_resume_00000000-0000-4000-8000-000000000000";
    await store.create(key, encodeDocument({ ...gate, key }));
    const lost = await start();
    const run = await store.read(runKey(lost.id));
    if (run !== undefined) await store.remove(run.key, run.version);
    const left = [lost.gate.key, `approval_${lost.gate.approvalId ?? ""}`];
    expect(rest()).toContain(stepKey(lost.id, 1));
    await pass(100 * DAY);
    expect((await sweep()).removed.map((one) => one.id)).toEqual([id]);
    expect(rest()).toEqual(left.toSorted());
  });

  it("leaves the step results of a checkpoint that is just taken over, whose run is not there yet", async () => {
    const { store, deny, rest, sweep, pass } = await open();
    await deny();
    const step = {
      format: "lobster.step.v1",
      runId: "0ZZZZZZZ",
      path: [],
      stepId: "a",
      result: { id: "a" },
      completed: true,
      startedAt: "2001-01-01T00:00:00.000Z",
      endedAt: "2001-01-01T00:00:00.000Z",
      attempts: 1,
    };
    await store.create("step_0zzzzzzz_000001", encodeDocument(step));
    await pass(100 * DAY);
    await sweep();
    expect(rest()).toEqual(["step_0zzzzzzz_000001"]);
  });

  it("removes so many runs at a time, and goes on at the next call", async () => {
    const { deny, rest, sweep, pass } = await open();
    for (let n = 0; n < 5; n += 1) await deny();
    await pass(100 * DAY);
    const counts = [];
    for (let n = 0; n < 4; n += 1) counts.push((await sweep({ maxRuns: 2 })).removed.length);
    expect(counts).toEqual([2, 2, 1, 0]);
    expect(rest()).toEqual([]);
  });

  it("lets others have their turn between any two runs, and ends where it is when that says so", async () => {
    const { deny, rest, sweep, pass } = await open();
    for (let n = 0; n < 3; n += 1) await deny();
    await pass(100 * DAY);
    await expect(sweep({ pause: () => Promise.reject(new Error("stopped")) })).rejects.toThrow("stopped");
    expect(rest().filter((name) => name.startsWith("run_"))).toHaveLength(2);
    expect((await sweep()).removed).toHaveLength(2);
  });

  it("writes nothing into a directory without runs", async () => {
    const { host } = makeRuntime({}, {});
    const { store, clock } = host;
    const parts = { store, clock, boot: "a", isDoneWith: () => Promise.resolve(true), pause: () => Promise.resolve() };
    expect(await sweepRuns(parts)).toEqual({ removed: [], leftAlone: [], isComplete: false });
    expect((await store.list("")).keys).toEqual([]);
  });

  it("made twice at once removes every run, and each is told by one of them", async () => {
    const { host, deny, rest, sweep, pass } = await open();
    for (let n = 0; n < 10; n += 1) await deny();
    await pass(100 * DAY);
    const both = await Promise.all([sweep(), sweep()]);
    const removed = both.flatMap((one) => one.removed.map(({ id }) => id));
    expect(rest()).toEqual([]);
    expect(removed).toHaveLength(10);
    expect(new Set(removed).size).toBe(10);
    expect((await createRuntime(host).listRuns()).runs).toEqual([]);
  });
});
