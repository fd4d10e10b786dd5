import { existsSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { uptimeOf } from "../../../src/runtime/ports.ts";
import type { RunDocument } from "../../../src/runtime/run/documents.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { systemClock } from "../../../src/runtime/system.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

const LATER_MS = 120_000;

/** So much later: the clock was not set, the time has passed. */
const later = {
  ...systemClock,
  now: () => Date.now() + LATER_MS,
  uptime: () => uptimeOf(systemClock) + LATER_MS,
};

const GATE = "steps:\n  - {id: g, approval: Go?}\n  - {id: deploy, cwd: later, run: 'touch ../deployed'}\n";

/** A run that was approved, and whose execution has not begun. */
async function approve(test: TestRuntime): Promise<{ readonly run: RunDocument; readonly token: string }> {
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  const { token } = report.gate;
  expect(await test.runtime.decide({ gate: { token }, decision: { kind: "approve" } })).toMatchObject({
    kind: "accepted",
  });
  return { run, token };
}

it("a process that died between opening a gate again and saying so leaves a run that waits, and no one that runs for ever", async () => {
  const test = makeRuntime({ "workflow.lobster": GATE });
  const { run, token } = await approve(test);
  // Nothing starts, for the directory is not there; the process dies before the run says that it waits again.
  const dying: StateStore = {
    ...test.host.store,
    replace: (key, value, ...rest) =>
      key === runKey(run.id) && (value as { status?: string }).status === "waiting"
        ? Promise.reject(new LobsterError("store_unavailable", "the process is gone"))
        : test.host.store.replace(key, value, ...rest),
  };
  await expect(createRuntime({ ...test.host, store: dying }).execute(run.id)).rejects.toThrow("the process is gone");
  expect(await test.runtime.readGate({ gateKey: (await test.runtime.readRun(run.id))?.gate as never })).toMatchObject({
    state: "open",
  });
  const next = createRuntime({ ...test.host, clock: later });
  expect(await next.execute(run.id)).toMatchObject({ kind: "waiting", run: { status: "waiting" } });
  const now = await next.readRun(run.id);
  expect(now).toMatchObject({ status: "waiting" });
  expect(now?.lease).toBeUndefined();
  if (now === undefined) throw new Error("expected a run");
  expect(next.leftToOthers(now, await next.readGate({ gateKey: now.gate as never }))).toBeUndefined();
  expect(await next.decide({ gate: { token }, decision: { kind: "deny" } })).toMatchObject({ kind: "accepted" });
});

it("a process that was slow for so long that another one executes the run opens no gate again under it", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: g, approval: Go?}\n  - {id: deploy, run: 'echo x >> started; while [ ! -e go ] && [ -d $PWD ]; do sleep 0.01; done'}\n",
  });
  const { run } = await approve(test);
  const other = createRuntime({ ...test.host, clock: later });
  let others: Promise<unknown> | undefined;
  const stop = new AbortController();
  // The first one has its lease, and is held up before anything of the run has started; then it is told to stop.
  const slow: StateStore = {
    ...test.host.store,
    replace: async (key, value, ...rest) => {
      const isStart = key === runKey(run.id) && (value as { inFlight?: unknown }).inFlight !== undefined;
      if (!isStart || others !== undefined) return await test.host.store.replace(key, value, ...rest);
      others = other.execute(run.id);
      while (!existsSync(test.path("started"))) await systemClock.sleep(5);
      stop.abort(new Error("The bot was stopped"));
      throw new LobsterError("store_unavailable", "the disk was full for a moment");
    },
  };
  const report = await createRuntime({ ...test.host, store: slow }).execute(run.id, { signal: stop.signal });
  const gateKey = (await test.runtime.readRun(run.id))?.gate;
  if (gateKey === undefined) throw new Error("expected the gate of the run");
  expect(await test.runtime.readGate({ gateKey })).toMatchObject({ state: "decided" });
  expect(report).not.toHaveProperty("reopened");
  writeFileSync(test.path("go"), "");
  expect(await others).toMatchObject({ kind: "finished" });
});

it("a run that stopped at its gate keeps it, also where the answer of the store was lost", async () => {
  const test = makeRuntime({ "workflow.lobster": GATE });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  let isCut = false;
  const cut: StateStore = {
    ...test.host.store,
    replace: async (key, value, ...rest) => {
      const outcome = await test.host.store.replace(key, value, ...rest);
      if (key !== runKey(run.id) || (value as { status?: string }).status !== "waiting" || isCut) return outcome;
      isCut = true;
      throw new LobsterError("store_unavailable", "the directory could not be synced");
    },
  };
  const report = await createRuntime({ ...test.host, store: cut }).execute(run.id);
  expect(report).toMatchObject({ kind: "waiting", run: { status: "waiting" }, gate: { state: "open" } });
  const gateKey = (await test.runtime.readRun(run.id))?.gate;
  if (gateKey === undefined) throw new Error("expected a gate");
  expect(await test.runtime.readGate({ gateKey })).toMatchObject({ state: "open" });
});
