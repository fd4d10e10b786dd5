import { join } from "node:path";
import { createRuntime } from "../../src/runtime/create-runtime.ts";
import type { RuntimeHost } from "../../src/runtime/host.ts";
import { describeThisProcess } from "../../src/runtime/run/process-marks.ts";
import type { Runtime } from "../../src/runtime/runtime.ts";
import { createFileStore } from "../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../src/runtime/system.ts";
import { makeFolder } from "./temp-folder.ts";

/** A runtime over a file store in a folder of the test's own. */
export interface TestRuntime {
  readonly runtime: Runtime;
  readonly host: RuntimeHost;
  readonly folder: string;
  /** What went to stderr. */
  readonly warnings: string[];
  /** Path of a workflow file written for the test. */
  readonly path: (name: string) => string;
}

/** Makes a runtime; `files` are written beside it, `workflow.lobster` is the usual one. */
export function makeRuntime(
  files: Readonly<Record<string, string>>,
  overrides: Partial<RuntimeHost> = {},
): TestRuntime {
  const folder = makeFolder(files);
  const warnings: string[] = [];
  const host: RuntimeHost = {
    store: createFileStore({ directory: join(folder, "state"), clock: systemClock, ids: systemIds }),
    clock: systemClock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"], HOME: folder },
    ...describeThisProcess(),
    defaultTimeoutMs: 20_000,
    maxOutputBytes: 512_000,
    mode: "tool",
    stderr: (text) => warnings.push(text),
    ...overrides,
  };
  return { runtime: createRuntime(host), host, folder, warnings, path: (name) => join(folder, name) };
}
