import type { ProcessGroup } from "./process-group.ts";

/** `graceful`: SIGTERM, and SIGKILL for whoever is left 250 ms later. `immediate`: SIGKILL at once. */
export type KillMode = "graceful" | "immediate";

/**
 * Ends a whole process group and resolves when its leader is over, its pipes are `closed` and its other members are
 * gone. Descendants that outlive the leader are killed too, so a graceful end takes its 250 ms unless nobody is left
 * before. `force` turns a graceful end into an immediate one. Gives up 2 s after SIGKILL: what is still there then cannot
 * be killed, or has left the group on purpose and holds the pipes.
 */
export async function endProcessGroup(
  group: ProcessGroup,
  mode: KillMode,
  closed: Promise<unknown>,
  force?: AbortSignal,
): Promise<void> {
  if (mode === "graceful" && force?.aborted !== true) {
    group.send("SIGTERM");
    await waitUntilGone(group, GRACE_MS, force);
  }
  group.send("SIGKILL");
  await waitAtMost(PATIENCE_MS, (resolve) => void closed.then(resolve));
  await waitUntilGone(group, BURIAL_MS);
}

const GRACE_MS = 250;
const PATIENCE_MS = 2_000;
/** The killed stay members until their parent collects them, which a container's first process may never do. */
const BURIAL_MS = 100;
const POLL_MS = 5;

/** Nobody tells when the last member of a group is gone, so it is looked at now and then. */
async function waitUntilGone(group: ProcessGroup, ms: number, force?: AbortSignal): Promise<void> {
  if (group.isGone()) return;
  const done = new AbortController();
  await waitAtMost(ms, (resolve) => {
    const poll = setInterval(() => (group.isGone() ? resolve() : undefined), POLL_MS);
    done.signal.addEventListener("abort", () => clearInterval(poll));
    force?.addEventListener("abort", () => resolve(), { once: true, signal: done.signal });
  });
  done.abort();
}

function waitAtMost(ms: number, listen: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    listen(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
