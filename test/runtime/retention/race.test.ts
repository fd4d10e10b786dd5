import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { sweepRuns } from "../../../src/runtime/retention/sweep-runs.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

const ROUNDS = 50;
const DAY = 24 * 3_600_000;
const WORKFLOW =
  "steps:\n  - {id: build, run: echo built}\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: echo done}\n";

it("a sweep and a start of the same workflow in another process at the same instant: no run fails for it, 50 times", async () => {
  const test = makeRuntime({ "workflow.lobster": WORKFLOW });
  const filePath = test.path("workflow.lobster");
  const { store } = test.host;
  const past = createRuntime({ ...test.host, clock: createManualClock(Date.now() - 100 * DAY) });
  const child = fork(join(import.meta.dirname, "start-child.mjs"), [test.path("state"), filePath, test.folder]);
  onTestFinished(() => void child.kill());
  await once(child, "message");
  const said = async (): Promise<unknown> => ((await once(child, "message")) as readonly unknown[])[0];
  const clock = createManualClock(Date.now());
  const parts = { store, clock, boot: "a", isDoneWith: () => Promise.resolve(true), pause: () => setImmediate() };
  let removed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await past.start({ filePath, cwd: test.folder });
    const report = await past.execute(id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    await past.decide({ gate: { gateKey: report.gate.key }, decision: { kind: "deny" } });
    const before = await store.read("lobster.sweep");
    if (before !== undefined) await store.remove(before.key, before.version);
    const reading = { format: "lobster.sweep.v1", now: clock.now() - DAY, uptime: 0, boot: "a" };
    await store.create("lobster.sweep", reading);
    const ended = said();
    child.send("start");
    // At another point of the start each time.
    for (let turn = 0; turn < round * 4; turn += 1) await setImmediate();
    const swept = await sweepRuns(parts);
    removed += swept.removed.length;
    expect(swept.leftAlone).toEqual([]);
    expect(await ended).toEqual({ kind: "finished" });
  }
  expect(removed).toBe(ROUNDS);
  const { runs } = await test.runtime.listRuns();
  expect(runs.map(({ outcome }) => outcome?.kind)).toEqual(Array.from({ length: ROUNDS }, () => "finished"));
}, 120_000);
