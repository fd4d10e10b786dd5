import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readProcessStart } from "../../../src/runtime/process/read-process-start.ts";
import { EXECUTION_VARIABLE } from "../../../src/runtime/run/step-mark.ts";
import { startRun } from "./dead-process.ts";

/** The built runtime: `npm test` builds before it tests. */
const RUNTIME = join(import.meta.dirname, "../../../dist/src/runtime/index.js");

/** Ends its process in the first execution only. */
const DIES = "if [ ! -e dead ]; then touch dead; kill -9 $PPID; exit 1; fi";

const DECIDE = '"$NODE" --input-type=module -e "$DECIDE"';

describe.each(["retry", "abandon"])("a process that the lost step started in its own place decides to %s", (action) => {
  it.each([
    ["in the group of the step", `${DECIDE} &`],
    ["instead of the shell of the step", `exec ${DECIDE}`],
    ["in a group of its own", `setsid ${DECIDE} &`],
  ])("and is not taken for what is left of it: %s", async (_where, line) => {
    expect(await decideFrom(line, action)).toBe("accepted\n");
  });

  it("and neither ends what waits for it nor takes that for gone", async () => {
    expect(await decideFrom(`${DECIDE}; echo still there`, action)).toBe("refused\nstill there\n");
  });
});

/** What a process tells that a step started with this line of shell, after that step was lost. */
async function decideFrom(line: string, action: string): Promise<string> {
  const dead = await startRun({ "workflow.lobster": `steps:\n  - id: restart\n    run: |\n      ${DIES}\n` });
  await dead.die();
  const { run } = await dead.test.runtime.execute(dead.id);
  const mark = run.interruption?.lost?.stepMark ?? "";
  const settings = { NODE: process.execPath, DECIDE: SCRIPT, RUNTIME, STATE: dead.test.path("state"), ACTION: action };
  const step = spawn("sh", ["-c", line], {
    cwd: dead.test.folder,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...settings, RUN: dead.id, [EXECUTION_VARIABLE]: mark },
  });
  const said = text(step.stdout);
  await once(step, "spawn");
  const pid = step.pid ?? 0;
  const children = [{ pid, pidStart: readProcessStart(pid) ?? "" }];
  await dead.change((current) => {
    const { interruption } = current;
    if (interruption?.lost === undefined) throw new Error("nothing was lost");
    return { ...current, interruption: { ...interruption, lost: { ...interruption.lost, children } } };
  });
  writeFileSync(dead.test.path("go"), "");
  return await said;
}

const SCRIPT = `
import { existsSync } from "node:fs";
const { RUNTIME, STATE, RUN, ACTION } = process.env;
const { createFileStore, createRuntime, describeThisProcess, systemClock, systemIds } = await import(RUNTIME);
while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 10));
const store = createFileStore({ directory: STATE, clock: systemClock, ids: systemIds });
const runtime = createRuntime({
  store, clock: systemClock, ids: systemIds, environment: process.env, ...describeThisProcess(),
  defaultTimeoutMs: null, maxOutputBytes: 512000, mode: "tool",
});
console.log((await runtime.recover({ runId: RUN, action: ACTION })).kind);
`;
