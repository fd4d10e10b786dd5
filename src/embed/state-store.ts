import { homedir } from "node:os";
import { resolveStateDirectory } from "../config/state-directory.ts";
import type { Environment } from "../runtime/ports.ts";
import { createFileStore } from "../runtime/store/file-store.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../runtime/system.ts";

/** The store of an environment: `LOBSTER_STATE_DIR`, else `~/.lobster/state` (stages-and-cli §9.1). */
export function openStore(environment: Environment): StateStore {
  return openStoreAt(resolveStateDirectory(environment, environment["HOME"] ?? homedir()));
}

/** The store in a directory (absolute). */
export function openStoreAt(directory: string): StateStore {
  return createFileStore({ directory, clock: systemClock, ids: systemIds });
}
