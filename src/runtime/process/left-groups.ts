import { readdirSync } from "node:fs";
import { systemCodeOf } from "../errors.ts";
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
 * Ends the groups of these leaders: SIGTERM, and SIGKILL for what is left after 250 ms. Resolves with those that are there
 * all the same 2 s later, or that may not be ended.
 */
export async function endGroups<T extends ProcessIdentity>(leaders: readonly T[]): Promise<readonly T[]> {
  send(leaders, "SIGTERM");
  const left = await waitUntilGone(leaders, GRACE_MS);
  send(left, "SIGKILL");
  return await waitUntilGone(left, PATIENCE_MS);
}

const GRACE_MS = 250;
const PATIENCE_MS = 2_000;
const POLL_MS = 10;

function send(leaders: readonly ProcessIdentity[], signal: NodeJS.Signals): void {
  for (const leader of leaders) {
    if (!isGroupAlive(leader)) continue;
    try {
      process.kill(process.platform === "win32" ? leader.pid : -leader.pid, signal);
    } catch {
      // Gone meanwhile, or not ours to end: whoever asked looks again.
    }
  }
}

async function waitUntilGone<T extends ProcessIdentity>(leaders: readonly T[], limitMs: number): Promise<readonly T[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    const left = leaders.filter(isGroupAlive);
    if (left.length === 0 || performance.now() >= end) return left;
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
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  const stats = names.filter((name) => /^[0-9]+$/.test(name)).map((name) => readStat(Number(name)));
  return stats.filter((stat) => stat?.group === group && stat.state !== "Z" && stat.state !== "X").length;
}
