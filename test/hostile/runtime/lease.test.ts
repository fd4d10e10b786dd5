import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { uptimeOf } from "../../../src/runtime/ports.ts";
import type { RunDocument, RunId } from "../../../src/runtime/run/documents.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { systemClock } from "../../../src/runtime/system.ts";
import { resumeToEnvelope } from "../../../src/runtime/tool.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

/** So much later: the clock was not set, the time has passed. */
const later = (ms: number) => ({
  ...systemClock,
  now: () => Date.now() + ms,
  uptime: () => uptimeOf(systemClock) + ms,
});

async function start(test: TestRuntime): Promise<RunDocument> {
  return await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
}

/** A store that is down for this key while `isDown` says so. */
function failing(store: StateStore, key: string, isDown: (value: unknown) => boolean): StateStore {
  return {
    ...store,
    replace: async (name, value, ...rest) => {
      if (name === key && isDown(value)) throw new LobsterError("store_unavailable", "the disk is full");
      return await store.replace(name, value, ...rest);
    },
  };
}

it("a process whose run was taken over starts no further step of it and does not change how it ended", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: slow, run: 'touch started; while [ ! -e go ] && [ -d $PWD ]; do sleep 0.01; done'}\n  - {id: deploy, run: 'touch deployed'}\n",
  });
  const run = await start(test);
  const stalled = test.runtime.execute(run.id);
  while (!existsSync(test.path("started"))) await new Promise((resolve) => setTimeout(resolve, 5));
  // Another machine, at a time when the first one's lease is long over.
  const other = createRuntime({ ...test.host, hostName: "other-machine", clock: later(60_000) });
  expect(await other.execute(run.id)).toMatchObject({ kind: "interrupted", run: { status: "interrupted" } });
  writeFileSync(test.path("go"), "");
  await stalled.catch(() => undefined);
  expect(existsSync(test.path("deployed"))).toBe(false);
  expect(await test.runtime.readRun(run.id)).toMatchObject({
    status: "interrupted",
    interruption: { lost: { stepId: "slow" } },
  });
});

it("a run whose end could not be stored is not busy for ever in the process that executed it", async () => {
  const test = makeRuntime({ "workflow.lobster": "steps:\n  - {id: a, run: 'exit 1'}\n" });
  const run = await start(test);
  let isDown = true;
  const store = failing(test.host.store, runKey(run.id), (value) => isDown && (value as RunDocument).status === "over");
  const runtime = createRuntime({ ...test.host, store });
  await expect(runtime.execute(run.id)).rejects.toMatchObject({ code: "store_unavailable" });
  isDown = false;
  // Long after the lease ran out that nobody renews.
  const report = await createRuntime({ ...test.host, store, clock: later(120_000) }).execute(run.id);
  // Its step had failed, but nothing tells: that is for a person to look at.
  expect(report).toMatchObject({ kind: "interrupted", run: { interruption: { lost: { stepId: "a" } } } });
});

it("a lease whose owner cannot be told from another process with its number ends with its time", async () => {
  const test = makeRuntime({ "workflow.lobster": "steps:\n  - {id: a, run: echo a}\n" });
  const run = await start(test);
  const stored = await test.host.store.read(runKey(run.id));
  if (stored === undefined) throw new Error("expected a run");
  // Taken where the start of a process cannot be read; this number belongs to somebody else by now.
  const lease = { owner: `${test.host.hostName}~${process.ppid}~~0000`, until: new Date(0).toISOString() };
  const taken = { ...(stored.value as unknown as RunDocument), status: "running" as const, lease };
  await test.host.store.replace(runKey(run.id), taken as never, stored.version);
  expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "finished" });
});

/** Approved by alice a minute ago; the process that took the lease then is gone. */
async function leaveBehind(): Promise<{ test: TestRuntime; token: string; id: RunId }> {
  const test = makeRuntime(
    { "workflow.lobster": "steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: 'touch deployed'}\n" },
    { clock: later(-60_000) },
  );
  const run = await start(test);
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  const { token } = report.gate;
  await test.runtime.decide({ gate: { token }, decision: { kind: "approve" }, by: { person: "alice" } });
  const stored = await test.host.store.read(runKey(run.id));
  if (stored === undefined) throw new Error("expected a run");
  const lease = { owner: `${test.host.hostName}~99999999~gone~0000`, until: new Date(0).toISOString() };
  const taken = { ...(stored.value as unknown as RunDocument), status: "running" as const, lease };
  await test.host.store.replace(runKey(run.id), taken as never, stored.version);
  return { test, token, id: run.id };
}

describe("a decided run whose executing process died before it started anything", () => {
  it("is carried out when the same person repeats the decision", async () => {
    const { test, token } = await leaveBehind();
    const envelope = await resumeToEnvelope(
      createRuntime({ ...test.host, clock: systemClock }),
      { gate: { token }, decision: { kind: "approve" }, by: { person: "alice" } },
      { environment: test.host.environment },
    );
    expect(envelope).toMatchObject({ ok: true, status: "ok" });
    expect(existsSync(test.path("deployed"))).toBe(true);
  });

  it("is over once somebody cancels it", async () => {
    const { test, id } = await leaveBehind();
    const runtime = createRuntime({ ...test.host, clock: systemClock });
    expect(await runtime.cancel(id, "bob")).toBe(true);
    expect(await runtime.readRun(id)).toMatchObject({ status: "over", outcome: { kind: "cancelled", by: "bob" } });
  });
});
