import { readFileSync } from "node:fs";
import { systemCodeOf } from "../errors.ts";

/** A process as remembered: `pidStart` is what {@link readProcessStart} said of it, absent where it could not be read. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly pidStart?: string;
}

/**
 * When a process started, as text to compare, never to compute with: `<boot>-<ticks>`, from the machine's boot id and
 * field 22 of `/proc/<pid>/stat`. Together with the pid it names one process for ever, also across reboots. Undefined
 * when there is no such process, and on systems without `/proc`.
 */
export function readProcessStart(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat === undefined ? undefined : stat.start;
}

/**
 * True while the remembered process may still be doing something. A pid that now belongs to another process, and a
 * dead process nobody has collected yet, are not alive. What cannot be told counts as alive: callers take over on
 * `false`. Only meaningful for processes of this machine and pid namespace.
 */
export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  if (!hasProcess(identity.pid)) return false;
  const stat = readStat(identity.pid);
  if (stat === undefined) return hasProcess(identity.pid); // no /proc, or it is hidden from us, or it just ended
  if (stat.state === "Z" || stat.state === "X") return false;
  return identity.pidStart === undefined || identity.pidStart === stat.start;
}

/** The first 8 hex digits of the machine's boot id, so that what a crash of the machine cut off is recognised. */
export function readBootId(): string {
  bootId ??= (readText("/proc/sys/kernel/random/boot_id") ?? "").replaceAll("-", "").slice(0, 8) || "00000000";
  return bootId;
}

let bootId: string | undefined;

function hasProcess(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false; // 0 and negative numbers mean groups to kill(2)
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) !== "ESRCH"; // EPERM: there, but another user's
  }
}

/** What the system tells of a process; `start` as {@link readProcessStart} gives it. Undefined as there. */
export function readStat(
  pid: number,
): { readonly state: string; readonly start: string; readonly parent: number; readonly group: number } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses and may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, ticks] = [fields[0], fields[1], fields[2], fields[19]];
  if (state === undefined || ticks === undefined) return undefined;
  return { state, start: `${readBootId()}-${ticks}`, parent: Number(parent), group: Number(group) };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
