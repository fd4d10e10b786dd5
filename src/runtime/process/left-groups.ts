import { systemCodeOf } from "../errors.ts";
import { listProcesses } from "./marked-processes.ts";
import { isSameProcessAlive, readProcessStart, readStat, type ProcessIdentity } from "./read-process-start.ts";

/**
 * True while the process group that a process led, or still leads, has a member that may be doing something. Processes that were
 * killed and that nobody has collected yet do nothing any more, and this very process does nothing but ask. Only for
 * processes of this machine.
 */
export function isGroupAlive(leader: ProcessIdentity): boolean {
  if (!Number.isSafeInteger(leader.pid) || leader.pid <= 1) return false; // to kill(2), -1 means everybody
  if (leader.pid !== process.pid && isSameProcessAlive(leader)) return true;
  const start = readProcessStart(leader.pid);
  // The system gives no number away that is still a group's: a stranger with this number means that the group is gone.
  if (start !== undefined && start !== leader.pidStart) return false;
  if (process.platform === "win32" || !hasGroup(leader.pid)) return false;
  const members = listMembers(leader.pid);
  return members === undefined || members > 0;
}

/**
 * Ends these processes, and the groups of those that lead one: SIGTERM, and SIGKILL for what is left after 250 ms. Resolves
 * when they are gone, or 2 s later. `list` is asked again and again, for what is ended may start others. This process may
 * come from what is to be ended: neither it, nor what it hangs on, nor a group of these is ended.
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
  const spared = listSpared();
  for (const { pid } of processes) {
    if (pid <= 1) continue;
    for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
      if (spared.has(target)) continue;
      try {
        process.kill(target, signal);
      } catch {
        // No group of its own, gone meanwhile, or not ours to end: whoever asked looks again.
      }
    }
  }
}

/** This process and all that it comes from; their groups as negative numbers, as to kill(2). */
function listSpared(): ReadonlySet<number> {
  const spared = new Set<number>();
  for (let pid = process.pid; pid > 1 && !spared.has(pid);) {
    const stat = readStat(pid);
    spared.add(pid);
    if (stat === undefined) break;
    spared.add(-stat.group);
    pid = stat.parent;
  }
  return spared;
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
  const pids = listProcesses();
  if (pids.length === 0) return undefined;
  const others = pids.filter((pid) => pid !== process.pid).map(readStat);
  return others.filter((stat) => stat?.group === group && stat.state !== "Z" && stat.state !== "X").length;
}
