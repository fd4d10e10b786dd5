import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Runtime } from "../../../src/runtime/index.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

/** A runtime whose store is down for some calls. */
const failing = (runtime: Runtime, faults: { readRun: number; listRuns: number; reset: number }): Runtime => ({
  ...runtime,
  readRun: (runId) => {
    if (faults.readRun > 0) {
      faults.readRun -= 1;
      return Promise.reject(new Error("store down"));
    }
    return runtime.readRun(runId);
  },
  listRuns: (options) => {
    if (faults.listRuns > 0) {
      faults.listRuns -= 1;
      return Promise.reject(new Error("store down"));
    }
    return runtime.listRuns(options);
  },
  changes: async (cursor) => {
    const page = await runtime.changes(cursor);
    if (faults.reset === 0) return page;
    faults.reset -= 1;
    return { ...page, runIds: [], reset: true };
  },
});

const startElsewhere = async (direct: Runtime): Promise<void> => {
  const { workspace } = stage;
  const run = await direct.start({
    filePath: path.join(workspace.workflowsDirectory, "deploy-guard.lobster"),
    cwd: workspace.workflowsDirectory,
    startedBy: "dev-lead",
    announce: ["telegram:100"],
  });
  await direct.execute(run.id);
};

const isShown = (): boolean => stage.texts().some((text) => text.includes("Deploy 3 services?"));

describe("a store that is down for a moment", () => {
  it("loses no gate that somebody else opened: its card is posted at a later look", async () => {
    const faults = { readRun: 0, listRuns: 0, reset: 0 };
    let direct: Runtime | undefined;
    stage = await openStage({
      platform: createFakePlatform(),
      files: { "deploy-guard.lobster": DEPLOY_GUARD },
      wrap: (runtime) => failing((direct = runtime), faults),
    });
    faults.readRun = 1;
    await startElsewhere(direct as Runtime);
    expect(await until(isShown, 3_500)).toBe(true);
  });

  it("loses nothing when it fails just as everything has to be looked at again", async () => {
    const faults = { readRun: 0, listRuns: 0, reset: 0 };
    let direct: Runtime | undefined;
    stage = await openStage({
      platform: createFakePlatform(),
      files: { "deploy-guard.lobster": DEPLOY_GUARD },
      wrap: (runtime) => failing((direct = runtime), faults),
    });
    await startElsewhere(direct as Runtime);
    faults.reset = 1;
    faults.listRuns = 1;
    expect(await until(isShown, 3_500)).toBe(true);
  });
});
