import { readdirSync, readFileSync } from "node:fs";
import { readStat, type ProcessIdentity } from "./read-process-start.ts";

/**
 * Living processes of this machine whose environment, as they were started, has this mark in this variable, among others
 * apart by spaces: those that were started with it and everything these started, whichever group they are in now. This process
 * is none of them, whoever started it. Empty where the system does not tell.
 */
export function listMarked(name: string, mark: string): readonly MarkedProcess[] {
  const hasMark = (entry: string): boolean =>
    entry.startsWith(`${name}=`) &&
    entry
      .slice(name.length + 1)
      .split(" ")
      .includes(mark);
  return listProcesses().flatMap((pid) => {
    if (pid === process.pid || !readEnvironment(pid).some(hasMark)) return [];
    const stat = readStat(pid);
    if (stat === undefined || stat.state === "Z" || stat.state === "X") return [];
    return [{ pid, pidStart: stat.start, group: stat.group }];
  });
}

/** A process with the number of its group. */
export interface MarkedProcess extends ProcessIdentity {
  readonly group: number;
}

/** Numbers of all processes that the system lists. */
export function listProcesses(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^[0-9]+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for processes of others, and for those that are gone. */
function readEnvironment(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}
