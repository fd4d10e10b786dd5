import { hostname } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/json.ts";
import type { RunId } from "../../../src/runtime/run/documents.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, settle } from "../../fakes/manual-clock.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;

const HOUR_MS = 3_600_000;

describe("a process that died after it took a run up and before its first step", () => {
  afterEach(() => stage.stop());

  it("leaves no run that says Running for ever: the next start goes on with it or reports it", async () => {
    const platform = createFakePlatform();
    let runId: RunId | undefined;
    stage = await openStage({
      platform,
      files: { "deploy-guard.lobster": DEPLOY_GUARD },
      before: async ({ store, runtime, workspace }) => {
        const run = await runtime.start({
          filePath: path.join(workspace.workflowsDirectory, "deploy-guard.lobster"),
          cwd: workspace.workflowsDirectory,
          startedBy: "dev-lead",
          announce: ["telegram:100"],
        });
        runId = run.id;
        const key = `run_${run.id.toLowerCase()}`;
        const stored = [...store.documents.values()].find((document) => document.key.toLowerCase() === key);
        if (stored === undefined) throw new Error("the run is not stored");
        const long = new Date(Date.now() - HOUR_MS).toISOString();
        // What taking the lease writes; no step was recorded yet.
        const left: JsonObject = {
          ...(stored.value as JsonObject),
          status: "running",
          startedAt: long,
          lease: { owner: `${hostname()}~999999~1~abcd`, until: long },
        };
        await store.replace(stored.key, left, stored.version);
      },
    });
    await until(async () => {
      await stage.bot.idle();
      return (await stage.runtime.readRun(runId as RunId))?.status !== "running";
    }, 1_500);
    expect((await stage.runtime.readRun(runId as RunId))?.status).not.toBe("running");
  });
});

describe("a run that waits for its turn in the queue", () => {
  afterEach(() => stage.stop());

  it("is shown as cancelled within seconds when somebody cancels it from a command line", async () => {
    const platform = createFakePlatform();
    stage = await openStage({
      platform,
      files: {
        "slow.lobster": "steps:\n  - id: wait\n    run: while [ ! -f go ] && [ -d $PWD ]; do sleep 0.05; done\n",
      },
      config: {
        defaults: {
          timeoutMs: 60_000,
          maxOutputBytes: 512_000,
          expiresInMs: null,
          maxParallel: 1,
          notifyStarter: false,
        },
      },
    });
    const run = () => platform.deliver({ kind: "command", name: "run", rest: "slow", from: "101" });
    await run();
    await run();
    const queued = (): string => stage.texts().find((text) => text.includes("Queued")) ?? "";
    expect(await until(() => queued() !== "")).toBe(true);
    const id = /run ([0-9A-Z]{8})/.exec(queued())?.[1] ?? "";
    // What `lobster` does in another process: it goes through the runtime alone.
    expect(await stage.runtime.cancel(id as RunId)).toBe(true);
    await until(() => stage.texts().some((text) => text.includes("Cancelled") && text.includes(id)), 3_000);
    expect(stage.texts().find((text) => text.includes(id))).toMatch(/^🚫 Cancelled/);
  });
});

describe("the scanner of the bot", () => {
  it("expires overdue gates of runs that no conversation is told about, too", async () => {
    const clock = createManualClock();
    const platform = createFakePlatform();
    stage = await openStage({ platform, clock, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
    const { runtime, workspace } = stage;
    const run = await runtime.start({
      filePath: path.join(workspace.workflowsDirectory, "deploy-guard.lobster"),
      cwd: workspace.workflowsDirectory,
      startedBy: "dev-lead",
      gateExpiresInMs: HOUR_MS,
    });
    expect((await runtime.execute(run.id)).kind).toBe("waiting");
    await clock.advance(HOUR_MS + 60_000);
    await settle();
    const after = await runtime.readRun(run.id);
    const stopped = stage.stop();
    await clock.jump(60_000);
    await stopped;
    expect(after?.outcome?.kind).toBe("expired");
  });
});
