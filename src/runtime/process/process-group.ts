import { spawnSync } from "node:child_process";
import { systemCodeOf } from "../errors.ts";

/** A started program with everything it starts: one process group, led by the program. */
export interface ProcessGroup {
  /** Sends a signal to all of it; nothing happens when nobody is left. */
  send(signal: "SIGTERM" | "SIGKILL"): void;
  /** True when the leader has ended and nobody else is left. */
  isGone(): boolean;
  /** To be called when the leader has ended and was collected: its number is free as soon as the group is empty. */
  leaderEnded(): void;
  /** Ends the watch: the host no longer kills this group when it exits. */
  release(): void;
}

/**
 * Takes charge of the group that `pid` leads (it was spawned `detached`). Until released, the group is killed when the
 * host process exits, be it normally or through an uncaught error. Windows has no groups: there `taskkill` ends the tree.
 */
export function watchProcessGroup(pid: number): ProcessGroup {
  let leaderIsOver = false;
  let gone = false;
  const group: ProcessGroup = {
    isGone() {
      // The system reuses no number that is still a group's. So a process that has the number of the collected leader
      // is a stranger, and the group was empty before.
      gone ||= leaderIsOver && (signalProcess(pid, 0) || !signalGroup(pid, 0));
      return gone;
    },
    send(signal) {
      if (!group.isGone()) signalGroup(pid, signal);
    },
    leaderEnded() {
      leaderIsOver = true;
      group.isGone();
    },
    release: () => live.delete(group),
  };
  if (!hooked) process.on("exit", killLiveGroups);
  hooked = true;
  live.add(group);
  return group;
}

const live = new Set<ProcessGroup>();
let hooked = false;

function killLiveGroups(): void {
  for (const group of live) group.send("SIGKILL");
}

function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (process.platform !== "win32") return signalProcess(-pid, signal);
  if (signal === 0) return signalProcess(pid, 0);
  spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true, timeout: 5_000 });
  return true;
}

/** False when there is no such process or group. */
function signalProcess(pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return systemCodeOf(error) !== "ESRCH";
  }
}
