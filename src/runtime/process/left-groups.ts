import { systemCodeOf } from "../errors.ts";
import { listProcesses } from "./marked-processes.ts";
import { isSameProcessAlive, readProcessStart, readStat, type ProcessIdentity } from "./read-process-start.ts";

/**
 * True while the process group that this process led, or still leads, has a member that may be doing something. Processes
 * that were killed and that nobody has collected yet do nothing any more. Only for processes of this machine.
 */
export function isGroupAlive(leader: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(leader.pid) || leader.pid <= 1) return false; // to kill(2), -1 means everybody
  if (isSameProcessAlive(leader)) return true;
  const start = readProcessStart(leader.pid);
  // The system gives no number away that is still a group's: a stranger with this number means that the group is gone.
  if (start !== undefined && start !== leader.pidStart) return false;
  if (process.platform === "win32" || !hasGroup(leader.pid)) return false;
  const members = listMembers(leader.pid);
  return members === undefined || members > 0;
}

/**
 * Ends these processes, and the groups of those that lead one: SIGTERM, and SIGKILL for what is left after 250 ms. Resolves
 * when they are gone, or 2 s later. `list` is asked again and again, for what is ended may start others.
 */
export async function endProcesses(list: () => readonly ProcessIdentity[]): Promise<void> {
  send(list(), "SIGTERM");
  await waitUntilGone(list, GRACE_MS);
  send(list(), "SIGKILL");
  await waitUntilGone(list, PATIENCE_MS);
}

const GRACE_MS = 250;
const PATIENCE_MS = 2_000;
const POLL_MS = 10;

function send(processes: readonly ProcessIdentity[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    if (pid <= 1 || pid === process.pid) continue;
    for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
      try {
        process.kill(target, signal);
      } catch {
        // No group of its own, gone meanwhile, or not ours to end: whoever asked looks again.
      }
    }
  }
}

async function waitUntilGone(list: () => readonly ProcessIdentity[], limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (list().length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function hasGroup(id: number): boolean {
  try {
    process.kill(-id, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

/** Living members of a group; undefined where the system does not list processes. */
function listMembers(group: number): number | undefined {
  const stats = listProcesses().map(readStat);
  if (stats.length === 0) return undefined;
  return stats.filter((stat) => stat?.group === group && stat.state !== "Z" && stat.state !== "X").length;
}
