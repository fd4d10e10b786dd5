import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
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

const waitFor = (file: string): string =>
  `steps:\n  - id: wait\n    run: while [ ! -f ${file} ]; do sleep 0.02; done\n`;

it("a run that a command line executes is never shown as queued, and its end is shown, while the chat is busy", async () => {
  clock = createManualClock();
  const platform = createFakePlatform();
  stage = await openStage({
    platform,
    clock,
    files: { "busy.lobster": waitFor("never"), "other.lobster": waitFor("go") },
    config: {
      defaults: {
        timeoutMs: 600_000,
        maxOutputBytes: 512_000,
        expiresInMs: null,
        maxParallel: 1,
        notifyStarter: false,
      },
    },
  });
  const { runtime, workspace } = stage;
  await platform.deliver({ kind: "command", name: "run", rest: "busy", from: "101" });
  // What `lobster` does in another process: it goes through the runtime alone.
  const run = await runtime.start({
    filePath: path.join(workspace.workflowsDirectory, "other.lobster"),
    cwd: workspace.workflowsDirectory,
    startedBy: "dev-lead",
    announce: ["telegram:100"],
  });
  const ended = runtime.execute(run.id);
  expect(await until(async () => (await runtime.readRun(run.id))?.inFlight !== undefined)).toBe(true);
  await clock.advance(65_000);
  const during = stage.texts().find((text) => text.includes(run.id));
  await writeFile(path.join(workspace.workflowsDirectory, "go"), "");
  expect((await ended).kind).toBe("finished");
  await clock.advance(5_000);
  expect(during).toMatch(/Running/);
  expect(stage.texts().find((text) => text.includes(run.id))).toMatch(/^✅ Finished/);
});
