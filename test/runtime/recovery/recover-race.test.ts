import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startRun, type DeadProcess } from "./dead-process.ts";

/** The built runtime: `npm test` builds before it tests. */
const RUNTIME = join(import.meta.dirname, "../../../dist/src/runtime/index.js");

const DIES = "printf x >> log; if [ ! -e dead ]; then touch dead; kill -9 $PPID; exit 1; fi";

/** One person in a process of its own: says when it is ready, presses when told to, and goes on with what it may. */
const SCRIPT = `
const [runtimeFile, directory, runId, action, interruption, person] = process.argv.slice(1);
const { createFileStore, createRuntime, describeThisProcess, systemClock, systemIds } = await import(runtimeFile);
const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
const runtime = createRuntime({
  store, clock: systemClock, ids: systemIds, environment: process.env, ...describeThisProcess(),
  defaultTimeoutMs: null, maxOutputBytes: 512000, mode: "tool",
});
await runtime.readRun(runId);
process.stdout.write("ready\\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const press = () => runtime.recover({ runId, action, interruption, by: { person } });
const outcomes = await Promise.all([press(), press()]);
await runtime.execute(runId);
process.stdout.write(JSON.stringify(outcomes.map(({ kind, decision }) => [kind, decision?.id, decision?.kind])) + "\\n");
process.exit(0);
`;

type Pressed = readonly (readonly [kind: string, decision?: string, action?: string])[];

function start(dead: DeadProcess, interruption: string, action: string, person: string): ChildProcess {
  return spawn(
    process.execPath,
    ["--input-type=module", "-e", SCRIPT, RUNTIME, dead.test.path("state"), dead.id, action, interruption, person],
    {
      cwd: dead.test.folder,
      env: { PATH: process.env["PATH"], HOME: dead.test.folder },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
}

async function readLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no pipe");
  for (let text = ""; ;) {
    const [chunk]: unknown[] = await once(stdout, "data");
    text += String(chunk);
    if (text.endsWith("\n")) return text.trim();
  }
}

/** Everybody presses twice at the same time. */
async function race(dead: DeadProcess, actions: readonly string[]): Promise<Pressed> {
  const { run } = await dead.test.runtime.execute(dead.id);
  const interruption = run.interruption?.id ?? "";
  const people = actions.map((action, n) => start(dead, interruption, action, `person-${n}`));
  await Promise.all(people.map(readLine));
  const said = people.map(readLine);
  for (const { stdin } of people) stdin?.write("go\n");
  const outcomes = await Promise.all(said);
  return outcomes.flatMap((text) => JSON.parse(text) as Pressed);
}

const log = (dead: DeadProcess): string =>
  existsSync(dead.test.path("log")) ? readFileSync(dead.test.path("log"), "utf8") : "";

describe("Retry and Abandon, pressed twice each by people in processes of their own", () => {
  it.each([
    ["all retry", ["retry", "retry", "retry"]],
    ["all abandon", ["abandon", "abandon", "abandon"]],
    ["both", ["retry", "abandon", "retry", "abandon"]],
  ])("is decided once, and everybody is told what counts (%s)", async (_name, actions) => {
    const dead = await startRun({ "workflow.lobster": `steps: [{id: deploy, run: '${DIES}'}]\n` });
    await dead.die();
    const pressed = await race(dead, actions);
    expect(pressed.filter(([kind]) => kind === "accepted")).toHaveLength(1);
    expect(new Set(pressed.map(([kind]) => kind))).toEqual(new Set(["accepted", "already_decided"]));
    expect(new Set(pressed.map(([, decision]) => decision)).size).toBe(1);
    const run = await dead.read();
    expect(run.recoveries).toHaveLength(1);
    expect(run.status).toBe("over");
    expect(log(dead)).toBe(run.recoveries?.[0]?.kind === "retry" ? "xx" : "x");
  });

  it("never lets a step run beside what is left of it", async () => {
    // A process that was killed and that nobody has collected does nothing any more.
    const left = `printf x >> log; if [ -e dead ]; then if grep -qs ") [^ZX]" /proc/$(cat left)/stat; then printf both >> log; fi; exit 0; fi; touch dead; sleep 300 </dev/null >/dev/null 2>&1 & echo $! > left; kill -9 $PPID; exit 1`;
    const dead = await startRun({ "workflow.lobster": `steps: [{id: deploy, run: '${left}'}]\n` });
    await dead.die({ leavesStep: true });
    const pressed = await race(dead, ["retry", "abandon", "retry", "abandon"]);
    expect(pressed.filter(([kind]) => kind === "accepted")).toHaveLength(1);
    expect(log(dead)).not.toContain("both");
    const run = await dead.read();
    expect(run.recoveries).toHaveLength(1);
    expect(isAlive(Number(readFileSync(dead.test.path("left"), "utf8")))).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
