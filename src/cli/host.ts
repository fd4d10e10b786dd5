import { homedir } from "node:os";
import { resolveStateDirectory } from "../config/state-directory.ts";
import { createRuntime } from "../runtime/create-runtime.ts";
import { describeThisProcess } from "../runtime/run/process-marks.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { createFileStore } from "../runtime/store/file-store.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../runtime/system.ts";
import type { CliWorld } from "./world.ts";

/** The default limit on executing time of the CLI: one hour (workflows-and-checkpoints §21, *Time*). */
export const CLI_TIMEOUT_MS = 3_600_000;

/** Output cap per stream in bytes. */
const MAX_OUTPUT_BYTES = 512_000;

/** What the CLI composes its runtime from. */
export interface CliHostOptions {
  readonly world: CliWorld;
  readonly mode: "human" | "tool";
  readonly forceSignal?: AbortSignal;
}

/** The file store of this user: `LOBSTER_STATE_DIR`, or `~/.lobster/state`. Reading creates nothing. */
export function createCliStore({ environment, cwd }: Pick<CliWorld, "environment" | "cwd">): StateStore {
  const directory = resolveStateDirectory(environment, environment["HOME"] ?? homedir(), cwd);
  return createFileStore({ directory, clock: systemClock, ids: systemIds });
}

/** The runtime over the file store of this user. */
export function createCliRuntime(options: CliHostOptions): Runtime {
  const { environment, stdout, stderr } = options.world;
  return createRuntime({
    store: createCliStore(options.world),
    clock: systemClock,
    ids: systemIds,
    environment,
    ...describeThisProcess(),
    defaultTimeoutMs: CLI_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    mode: options.mode,
    stdout,
    stderr: (text) => stderr.write(text),
    ...(options.forceSignal === undefined ? {} : { forceSignal: options.forceSignal }),
  });
}
