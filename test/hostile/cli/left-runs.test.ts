import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeRuntime } from "../../helpers/runtime.ts";
import { startRun } from "../../runtime/recovery/dead-process.ts";

const STEPS = "  - {id: build, run: 'echo build >> log'}\n  - {id: deploy, run: 'echo deploy >> log'}\n";
const PLAIN = `steps:\n  - {id: g, approval: Go?}\n${STEPS}`;

/** A pid that is nobody's: of a process that was killed. */
const GONE = { pid: 999_999, pidStart: "00000000-1" };

/**
 * A run that was approved by a process which then dies: `before` the first step, or `between` the two. Nothing that ran is
 * unknown.
 */
async function leave(when: "before" | "between", decideVia: "any" | "chat" = "any") {
  const test = makeRuntime({ "workflow.lobster": PLAIN });
  const host = { ...test.host, ...GONE };
  const run = await createRuntime(host).start({ filePath: test.path("workflow.lobster"), cwd: test.folder, decideVia });
  const report = await createRuntime(host).execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  let writes = 0;
  const store: StateStore = {
    ...test.host.store,
    replace: async (key, value, ...rest) => {
      const inFlight = (value as { inFlight?: { stepId: string } }).inFlight?.stepId;
      if (key === runKey(run.id) && (inFlight === "deploy" || writes > 0)) {
        writes += 1;
        throw new LobsterError("store_unavailable", "killed");
      }
      return await test.host.store.replace(key, value, ...rest);
    },
  };
  const dying = createRuntime({ ...host, store });
  await dying.decide({
    gate: { gateKey: report.gate.key },
    decision: { kind: "approve" },
    by: { person: "boss" },
    via: "chat",
  });
  if (when === "between") await expect(dying.execute(run.id)).rejects.toThrow("killed");
  const lobster = async (...words: string[]) =>
    await callCli(words, { cwd: test.folder, env: { LOBSTER_STATE_DIR: join(test.folder, "state") } });
  const log = (): string => (existsSync(test.path("log")) ? readFileSync(test.path("log"), "utf8") : "");
  return { runId: run.id, runtime: test.runtime, lobster, log };
}

describe("a run whose process was killed behind its approval, with no step under way", () => {
  it.each(["before", "between"] as const)("%s its steps is listed, and a sweep goes on with it, once", async (when) => {
    const { runId, runtime, lobster, log } = await leave(when);
    expect((await lobster("pending")).stdout).toContain(`run ${runId}`);
    expect(await lobster("sweep")).toMatchObject({ code: 0, stdout: `went on   run ${runId} > g: finished\n` });
    expect(log()).toBe("build\ndeploy\n");
    expect((await runtime.readRun(runId))?.outcome?.kind).toBe("finished");
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect((await lobster("pending")).stdout).toBe("No gate is waiting.\n");
  });

  it("goes on where its bot is when it is decided in chat", async () => {
    const { runId, lobster, log } = await leave("before", "chat");
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect((await lobster("pending")).stdout).toContain(`run ${runId}`);
    expect(log()).toBe("");
  });

  it("after a person had its lost step run again, is gone on with, once", async () => {
    const dies = "printf x >> log; if [ ! -e dead ]; then touch dead; kill -9 $PPID; fi";
    const dead = await startRun({ "workflow.lobster": `steps:\n  - {id: lost, run: '${dies}'}\n` });
    const { test, id } = dead;
    await dead.die();
    // Whoever pressed Retry is killed before anything of it runs.
    expect(await createRuntime({ ...test.host, ...GONE }).recover({ runId: id, action: "retry" })).toMatchObject({
      kind: "accepted",
    });
    const lobster = async (...words: string[]) =>
      await callCli(words, { cwd: test.folder, env: { LOBSTER_STATE_DIR: test.path("state") } });
    expect((await lobster("pending")).stdout).toContain("to be retried");
    expect(await lobster("sweep")).toMatchObject({ code: 0, stdout: `went on   run ${id} > lost: finished\n` });
    expect(readFileSync(test.path("log"), "utf8")).toBe("xx");
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
  });
});
