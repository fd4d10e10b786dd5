import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readProcessStart } from "../../../src/runtime/process/read-process-start.ts";
import type { RunDocument } from "../../../src/runtime/run/documents.ts";
import { startRun, type DeadProcess } from "./dead-process.ts";

const LOBSTER = join(import.meta.dirname, "../../../dist/bin/lobster.js");

const QUIET = "</dev/null >/dev/null 2>&1";

/** A line of shell that leaves something running and writes its number into a file. */
const leaves = (file: string, how: "same group" | "own group" = "own group"): string =>
  how === "own group"
    ? `setsid sh -c "echo \\$\\$ > ${file}; exec sleep 300" ${QUIET} & while [ ! -s ${file} ]; do sleep 0.01; done`
    : `sleep 300 ${QUIET} & echo $! > ${file}`;

/** Ends its process in the first execution only. */
const DIES = "if [ ! -e dead ]; then touch dead; kill -9 $PPID; exit 1; fi";

const step = (id: string, ...lines: readonly string[]): string =>
  `  - id: ${id}\n    run: |\n${lines.map((text) => `      ${text}\n`).join("")}`;

const started: number[] = [];
const spawned: ChildProcess[] = [];

afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  for (const child of spawned.splice(0)) child.kill("SIGKILL");
});

function pidIn(dead: DeadProcess, file: string): number {
  const path = dead.test.path(file);
  const pid = existsSync(path) ? Number(readFileSync(path, "utf8")) : Number.NaN;
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`${file} names no process`);
  started.push(pid);
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

async function interrupted(
  files: Readonly<Record<string, string>>,
  request: { readonly pipeline?: string; readonly leavesStep?: boolean } = {},
): Promise<{ readonly dead: DeadProcess; readonly run: RunDocument }> {
  const { leavesStep = false, ...what } = request;
  const dead = await startRun(files, what);
  await dead.die({ leavesStep });
  const { run } = await dead.test.runtime.execute(dead.id);
  expect(run.status).toBe("interrupted");
  return { dead, run };
}

const retry = (dead: DeadProcess) => dead.test.runtime.recover({ runId: dead.id, action: "retry" });
const abandon = (dead: DeadProcess) => dead.test.runtime.recover({ runId: dead.id, action: "abandon" });

describe("what an earlier step has left running on purpose", () => {
  it.each(["same group", "own group"] as const)(
    "neither holds up a retry nor ends with an abandoned run (%s)",
    async (how) => {
      const file = { "workflow.lobster": `steps:\n${step("serve", leaves("server", how))}${step("deploy", DIES)}` };
      const first = await interrupted(file);
      const server = pidIn(first.dead, "server");
      expect(first.dead.test.runtime.findSurvivors(first.run)).toEqual({ kind: "none" });
      expect(await retry(first.dead)).toMatchObject({ kind: "accepted" });
      expect(await first.dead.test.runtime.execute(first.dead.id)).toMatchObject({ kind: "finished" });
      expect(isAlive(server)).toBe(true);

      const second = await interrupted(file);
      const other = pidIn(second.dead, "server");
      expect(await abandon(second.dead)).toMatchObject({ kind: "accepted" });
      expect(isAlive(other)).toBe(true);
    },
  );

  it.each(["same group", "own group"] as const)(
    "is left alone where the lost step has left something as well, which ends (%s)",
    async (how) => {
      const { dead, run } = await interrupted(
        {
          "workflow.lobster": `steps:\n${step("serve", leaves("server", how))}${step("deploy", leaves("left", how), DIES)}`,
        },
        { leavesStep: true },
      );
      const [server, left] = [pidIn(dead, "server"), pidIn(dead, "left")];
      expect(dead.test.runtime.findSurvivors(run).kind).toBe("running");
      expect(await retry(dead)).toMatchObject({ kind: "refused", error: { facts: { stillRunning: true } } });
      expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
      expect([isAlive(server), isAlive(left)]).toEqual([true, false]);
    },
  );

  it("is left alone inside of a sub-workflow, too, and where a step of the same name is lost elsewhere", async () => {
    const { dead } = await interrupted({
      "workflow.lobster": `steps:\n${step("deploy", leaves("outer"))}  - {id: child, workflow: child.lobster}\n`,
      "child.lobster": `steps:\n${step("serve", leaves("inner"))}${step("deploy", DIES)}`,
    });
    const [outer, inner] = [pidIn(dead, "outer"), pidIn(dead, "inner")];
    expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
    expect([isAlive(outer), isAlive(inner)]).toEqual([true, true]);
  });

  it("is left alone where the run was interrupted before and its step ran again", async () => {
    const { dead } = await interrupted({
      "workflow.lobster": `steps:\n${step("first", DIES, leaves("server"))}${step("second", "if [ ! -e again ]; then touch again; kill -9 $PPID; fi")}`,
    });
    expect(await retry(dead)).toMatchObject({ kind: "accepted" });
    await dead.die();
    await dead.test.runtime.execute(dead.id);
    const server = pidIn(dead, "server");
    expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
    expect(isAlive(server)).toBe(true);
  });
});

describe("what the lost step has left running", () => {
  const ITEMS = step("list", `echo '[1,2]'`);

  it.each([
    [
      "an earlier item of a loop",
      `${ITEMS}  - id: all\n    for_each: $list.json\n    steps:\n      - id: one\n        run: |\n          if [ $item.json = 2 ]; then ${DIES}; else ${leaves("left")}; fi\n`,
    ],
    [
      "another branch",
      `  - id: all\n    parallel:\n      wait: all\n      branches:\n        - id: one\n          run: |\n            ${leaves("left")}\n        - id: two\n          run: |\n            while [ ! -s left ]; do sleep 0.01; done; ${DIES}\n`,
    ],
    [
      "an attempt that failed",
      `  - id: all\n    retry: {max: 2, delay_ms: 10}\n    run: |\n      if [ ! -e left ]; then ${leaves("left")}; exit 1; fi; ${DIES}\n`,
    ],
    [
      "a step of a sub-workflow in an attempt that failed",
      `  - id: child\n    retry: {max: 2, delay_ms: 10}\n    workflow: child.lobster\n`,
    ],
    [
      "a stage of its pipeline",
      `  - id: all\n    pipeline: |\n      exec --shell '${leaves("left").replaceAll("'", "")}' | exec --shell '${DIES}'\n`,
    ],
    [
      "a step that names such a variable itself",
      `  - id: all\n    env: {LOBSTER_EXECUTION: mine}\n    run: |\n      ${leaves("left")}\n      ${DIES}\n`,
    ],
  ])("counts: %s", async (_what, steps) => {
    const { dead } = await interrupted(
      {
        "workflow.lobster": `steps:\n${steps}`,
        "child.lobster": `steps:\n${step("one", `if [ ! -e left ]; then ${leaves("left")}; exit 1; fi; ${DIES}`)}`,
      },
      { leavesStep: true },
    );
    const left = pidIn(dead, "left");
    expect(await retry(dead)).toMatchObject({ kind: "refused", error: { facts: { stillRunning: true } } });
    expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
    expect(isAlive(left)).toBe(false);
  });

  it("counts in a run that is a pipeline", async () => {
    const { dead } = await interrupted(
      {},
      { pipeline: `exec --shell '${leaves("left")}' | exec --shell '${DIES}'`, leavesStep: true },
    );
    const left = pidIn(dead, "left");
    expect(await retry(dead)).toMatchObject({ kind: "refused", error: { facts: { stillRunning: true } } });
    expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
    expect(isAlive(left)).toBe(false);
  });

  it("counts where it is what a lobster that the step had called has started, although that is gone", async () => {
    const inner = `steps:\n${step("inner", leaves("left"), "kill -9 $PPID")}`;
    const { dead } = await interrupted(
      {
        "workflow.lobster": `steps:\n${step("outer", `LOBSTER_STATE_DIR=$PWD/inner ${process.execPath} ${LOBSTER} run inner.lobster ${QUIET}`, DIES)}`,
        "inner.lobster": inner,
      },
      { leavesStep: true },
    );
    const left = pidIn(dead, "left");
    expect(await retry(dead)).toMatchObject({ kind: "refused", error: { facts: { stillRunning: true } } });
    expect(await abandon(dead)).toMatchObject({ kind: "accepted" });
    expect(isAlive(left)).toBe(false);
  });
});

describe("a run that was to be cancelled when its process died", () => {
  const LEFT = {
    "workflow.lobster": `steps:\n${step("serve", leaves("server"))}${step("deploy", leaves("left"), DIES)}`,
  };

  /** What is stored is what a cancel leaves that came while the process held the run. */
  async function cancelledThenDead(more: (run: RunDocument) => RunDocument = (run) => run): Promise<DeadProcess> {
    const dead = await startRun(LEFT);
    await dead.die({ leavesStep: true });
    await dead.change((run) => more({ ...run, cancelRequested: { by: "lea", at: "2026-12-01T08:00:00.000Z" } }));
    return dead;
  }

  it("is over once what is left of its step has ended, and nothing else has", async () => {
    const dead = await cancelledThenDead();
    const [server, left] = [pidIn(dead, "server"), pidIn(dead, "left")];
    await dead.test.runtime.execute(dead.id);
    expect(await dead.read()).toMatchObject({ status: "over", outcome: { kind: "interrupted", by: "lea" } });
    expect([isAlive(server), isAlive(left)]).toEqual([true, false]);
  });

  it("is not called over while something of it runs that may not be ended from here: people say what becomes of it", async () => {
    const dead = await cancelledThenDead(({ inFlight, ...run }) => {
      if (inFlight?.stepMark === undefined) throw new Error("nothing is under way");
      // An earlier version knew a mark of the execution alone.
      const { stepMark: execution, ...older } = inFlight;
      return { ...run, inFlight: { ...older, execution } };
    });
    const left = pidIn(dead, "left");
    await dead.test.runtime.execute(dead.id);
    const run = await dead.read();
    expect(run.status).toBe("interrupted");
    expect(dead.test.runtime.findSurvivors(run)).toMatchObject({ kind: "running", mayBeEarlier: true });
    expect(isAlive(left)).toBe(true);
  });
});

describe("a run that an earlier version left, which told no steps apart", () => {
  it.each(["by its mark", "by its number"])(
    "is not retried while something of it runs, and nothing of it is ended (%s)",
    async (how) => {
      const { dead, run } = await interrupted({ "workflow.lobster": `steps:\n${step("deploy", DIES)}` });
      const execution = run.interruption?.lost?.execution ?? "";
      const marked = how === "by its mark" ? { LOBSTER_EXECUTION: execution } : {};
      const child = spawn("sleep", ["300"], {
        detached: true,
        stdio: "ignore",
        env: { PATH: process.env["PATH"], ...marked },
      });
      await once(child, "spawn");
      spawned.push(child);
      const pid = child.pid ?? 0;
      await dead.change((current) => {
        const { interruption } = current;
        if (interruption?.lost === undefined) throw new Error("nothing was lost");
        const { stepMark: _stepMark, children: _children, ...lost } = interruption.lost;
        const children = [{ pid, pidStart: readProcessStart(pid) ?? "" }];
        const known = how === "by its mark" ? lost : { ...lost, children };
        return { ...current, interruption: { ...interruption, lost: known } };
      });
      const { runtime } = dead.test;
      expect(runtime.findSurvivors(await dead.read())).toEqual({ kind: "running", pids: [pid], mayBeEarlier: true });
      expect(await retry(dead)).toMatchObject({
        kind: "refused",
        error: { facts: { pids: [pid], mayBeEarlier: true } },
      });
      expect(await abandon(dead)).toMatchObject({
        kind: "refused",
        error: { facts: { pids: [pid], mayBeEarlier: true } },
      });
      expect(isAlive(pid)).toBe(true);
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await retry(dead)).toMatchObject({ kind: "accepted" });
    },
  );
});
