import type { ProcessGroup } from "./process-group.ts";

/** `graceful`: SIGTERM, and SIGKILL for whoever is left 250 ms later. `immediate`: SIGKILL at once. */
export type KillMode = "graceful" | "immediate";

/**
 * Ends a whole process group and resolves when its leader is over and its pipes are `closed`. Descendants that outlive
 * the leader are killed too, so a graceful end takes its 250 ms unless nobody is left before. `force` turns a graceful
 * end into an immediate one. Gives up 2 s after SIGKILL: what is still there then cannot be killed, or has left the
 * group on purpose and holds the pipes.
 */
export async function endProcessGroup(
  group: ProcessGroup,
  mode: KillMode,
  closed: Promise<unknown>,
  force?: AbortSignal,
): Promise<void> {
  if (mode === "graceful" && force?.aborted !== true) {
    group.send("SIGTERM");
    await waitForEmptyGroup(group, closed, force);
  }
  group.send("SIGKILL");
  await waitAtMost(PATIENCE_MS, (resolve) => void closed.then(resolve));
}

const GRACE_MS = 250;
const POLL_MS = 10;
const PATIENCE_MS = 2_000;

/** Nobody tells when the last member of a group is gone, so from the leader's end on it is looked at now and then. */
async function waitForEmptyGroup(group: ProcessGroup, closed: Promise<unknown>, force?: AbortSignal): Promise<void> {
  const done = new AbortController();
  await waitAtMost(GRACE_MS, (resolve) => {
    const finishIfGone = (): void => (group.isGone() ? resolve() : undefined);
    void closed.then(finishIfGone);
    const poll = setInterval(finishIfGone, POLL_MS);
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
