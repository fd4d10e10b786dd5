import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RunDocument, RunId } from "../../../src/runtime/run/documents.ts";
import { isGroupAlive } from "../../../src/runtime/process/left-groups.ts";
import { listMarked } from "../../../src/runtime/process/marked-processes.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import { EXECUTION_VARIABLE } from "../../../src/runtime/run/step-mark.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

/** The built runtime: `npm test` builds before it tests. */
const RUNTIME = join(import.meta.dirname, "../../../dist/src/runtime/index.js");

/** A run, and a way to let a process of its own execute it until that kills itself. */
export interface DeadProcess {
  readonly test: TestRuntime;
  readonly id: RunId;
  /**
   * Executes the run in a real process, which dies with kill -9 in the step that says `kill -9 $PPID`. Resolves when that step
   * has ended, too, unless it is one that outlives its process.
   */
  die(options?: { readonly leavesStep?: boolean }): Promise<void>;
  read(): Promise<RunDocument>;
  /** Changes the stored run as if another machine, or another version, had written it. */
  change(change: (run: RunDocument) => RunDocument): Promise<void>;
}

/** Starts a run of these files. */
export async function startRun(
  files: Readonly<Record<string, string>>,
  request: { readonly pipeline?: string; readonly decideVia?: "any" | "chat" } = {},
): Promise<DeadProcess> {
  const test = makeRuntime(files);
  const what = request.pipeline === undefined ? { filePath: test.path("workflow.lobster") } : {};
  const run = await test.runtime.start({ ...what, ...request, cwd: test.folder, announce: ["terminal:main"] });
  const read = async (): Promise<RunDocument> => {
    const found = await test.runtime.readRun(run.id);
    if (found === undefined) throw new Error("the run is gone");
    return found;
  };
  return {
    test,
    id: run.id,
    read,
    die: async ({ leavesStep = false } = {}) => {
      const child = spawn(
        process.execPath,
        ["--input-type=module", "-e", SCRIPT, RUNTIME, test.path("state"), run.id],
        {
          cwd: test.folder,
          env: { PATH: process.env["PATH"], HOME: test.folder },
          stdio: ["ignore", "inherit", "inherit"],
        },
      );
      const [code, signal]: unknown[] = await once(child, "exit");
      if (signal !== "SIGKILL") throw new Error(`the process was not killed: ${String(code)} ${String(signal)}`);
      if (!leavesStep) await untilStepEnded(await read());
    },
    change: async (change) => {
      const stored = await test.host.store.read(runKey(run.id));
      if (stored === undefined) throw new Error("the run is gone");
      const changed = change(stored.value as unknown as RunDocument);
      await test.host.store.replace(stored.key, JSON.parse(JSON.stringify(changed)), stored.version);
    },
  };
}

/** The shell of a step that killed its process is there for some moments more. */
async function untilStepEnded({ id, inFlight }: RunDocument): Promise<void> {
  const isThere = (): boolean =>
    (inFlight?.children ?? []).some((child) => child.pidStart !== undefined && isGroupAlive(child)) ||
    listMarked(EXECUTION_VARIABLE, inFlight?.stepMark ?? id).length > 0;
  const end = performance.now() + LIMIT_MS;
  while (isThere()) {
    if (performance.now() > end) throw new Error(`the step of run ${id} does not end`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const LIMIT_MS = 10_000;

const SCRIPT = `
const [runtimeFile, directory, runId] = process.argv.slice(1);
const { createFileStore, createRuntime, describeThisProcess, systemClock, systemIds } = await import(runtimeFile);
const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
const runtime = createRuntime({
  store, clock: systemClock, ids: systemIds, environment: process.env, ...describeThisProcess(),
  defaultTimeoutMs: null, maxOutputBytes: 512000, mode: "tool",
});
await runtime.execute(runId);
`;
