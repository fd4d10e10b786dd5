import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/json.ts";
import type { RunId } from "../../../src/runtime/run/documents.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;
let clock: ManualClock;

afterEach(async () => {
  const stopped = stage.stop();
  await clock.jump(60_000);
  await stopped;
});

const HELD = "steps:\n  - { id: go, approval: { prompt: Go?, hold: 10m } }\n  - { id: done, run: echo done }\n";
const PLAIN = "steps:\n  - { id: go, approval: Go? }\n  - { id: done, run: echo done }\n";

/** Starts a run that is told nowhere, as a command line does, up to its gate, and approves it. */
async function approve(runtime: Runtime, folder: string) {
  const run = await runtime.start({ filePath: path.join(folder, "release.lobster"), cwd: folder });
  const report = await runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  await runtime.decide({
    gate: { gateKey: report.gate.key },
    decision: { kind: "approve" },
    by: { person: "dev-lead" },
    via: "cli",
  });
  return run.id;
}

describe("a run that was started and approved on a command line", () => {
  it("goes on when the bot ends its hold, for nobody else will", async () => {
    clock = createManualClock();
    stage = await openStage({ platform: createFakePlatform(), files: { "release.lobster": HELD }, clock });
    const runId = await approve(stage.runtime, stage.workspace.workflowsDirectory);
    await clock.advance(11 * 60_000);
    expect(await until(async () => (await stage.runtime.readRun(runId))?.outcome?.kind === "finished", 3_000)).toBe(
      true,
    );
  });

  it("is gone on with by the bot when whoever approved it died before its next step", async () => {
    clock = createManualClock();
    stage = await openStage({ platform: createFakePlatform(), files: { "release.lobster": PLAIN }, clock });
    const runId = await approve(stage.runtime, stage.workspace.workflowsDirectory);
    await clock.advance(5_000);
    // Whoever decided is given time to go on with it.
    expect((await stage.runtime.readRun(runId))?.status).toBe("waiting");
    await clock.advance(60_000);
    expect(await until(async () => (await stage.runtime.readRun(runId))?.outcome?.kind === "finished", 3_000)).toBe(
      true,
    );
  });

  it("is gone on with by the bot when whoever had its lost step run again died before that", async () => {
    clock = createManualClock();
    let runId: RunId | undefined;
    stage = await openStage({
      platform: createFakePlatform(),
      files: { "release.lobster": "steps:\n  - { id: done, run: echo done }\n" },
      clock,
      before: async ({ store, runtime, workspace }) => {
        const folder = workspace.workflowsDirectory;
        const { id } = await runtime.start({ filePath: path.join(folder, "release.lobster"), cwd: folder });
        runId = id;
        const stored = await store.read(runKey(id));
        if (stored === undefined) throw new Error("the run is not stored");
        const interruption = { id: "i", at: new Date(clock.now()).toISOString(), cause: "process", resumption: {} };
        const left = { ...(stored.value as JsonObject), status: "interrupted", interruption };
        await store.replace(stored.key, left, stored.version);
        expect(await runtime.recover({ runId: id, action: "retry" })).toMatchObject({ kind: "accepted" });
      },
    });
    await clock.advance(60_000);
    if (runId === undefined) throw new Error("expected a run");
    const id = runId;
    expect(await until(async () => (await stage.runtime.readRun(id))?.outcome?.kind === "finished", 3_000)).toBe(true);
  });
});
