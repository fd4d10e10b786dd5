import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LobsterError, systemCodeOf } from "../../errors.ts";
import type { Clock, IdSource } from "../../ports.ts";
import { readProcessStart } from "../../process/read-process-start.ts";

/** How long somebody else may hold the peer's lock of a document, in ms. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;

/**
 * Runs `section` while holding the lock that the peer takes before it changes the same file (stages-and-cli §9.2): a folder
 * `<file>.lock` whose `owner` names this process, so that the peer neither enters nor breaks it. A lock that is left behind
 * by a dead process is not broken here; the peer does that. Throws `store_unavailable` when it is held for 5 s.
 */
export async function withPeerLock<T>(
  file: string,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  section: () => Promise<T>,
): Promise<T> {
  const lock = `${file}.lock`;
  const deadline = clock.now() + PATIENCE_MS;
  while (!tryEnter(lock)) {
    if (clock.now() >= deadline) throw heldError(lock);
    await clock.sleep(PAUSE_MS);
  }
  try {
    writeFileSync(join(lock, "owner"), `${process.pid}:${ownStart()}:${ids.hex(8)}\n`);
    return await section();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryEnter(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The start of this process as the peer compares it: in ticks, empty where it cannot be read. */
function ownStart(): string {
  return readProcessStart(process.pid)?.split("-").at(-1) ?? "";
}

function heldError(lock: string): LobsterError {
  return new LobsterError(
    "store_unavailable",
    `The lock ${lock} has been held for ${PATIENCE_MS / 1000} s; end the process named in its file 'owner', or remove the folder if that process is gone`,
    { facts: { lock } },
  );
}
