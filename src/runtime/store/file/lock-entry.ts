import { hash } from "node:crypto";
import { readlinkSync, statSync } from "node:fs";
import { isSameProcessAlive, readProcessStart } from "../../process/read-process-start.ts";

/** One contender for the lock of a document, as its entry's file name tells it. */
export interface LockEntry {
  /** Which document: 16 hex digits of the key's hash, because a key and the rest may be too long for one name. */
  readonly lock: string;
  /** Host name and pid namespace: only within the same pair a pid can be looked up. */
  readonly host: string;
  readonly pid: number;
  /** Start of the process, empty where it cannot be read. */
  readonly start: string;
  /** Makes the name unique among all entries of the process, so that no name is ever used twice. */
  readonly nonce: string;
}

/** The `host` of entries made here. */
export function identifyHost(hostName: string): string {
  return `${hostName.replaceAll(/[^A-Za-z0-9.-]/g, "_").slice(0, 64)}.${pidNamespace()}`;
}

/** A new entry of this process. `random` keeps the threads of a process apart. */
export function createLockEntry(key: string, host: string, random: string): LockEntry {
  ownStart ??= readProcessStart(process.pid) ?? "";
  entriesMade += 1;
  const lock = hash("sha256", key, "hex").slice(0, 16);
  return { lock, host, pid: process.pid, start: ownStart, nonce: `${random}.${entriesMade.toString(16)}` };
}

let ownStart: string | undefined;
let entriesMade = 0;

/** The file name of an entry: `<lock>~<host>~<pid>~<start>~<nonce>`. */
export function encodeLockEntry({ lock, host, pid, start, nonce }: LockEntry): string {
  return `${lock}~${host}~${pid}~${start}~${nonce}`;
}

/** The entry with this file name; undefined for anything that was not put there by a contender. */
export function decodeLockEntry(name: string): LockEntry | undefined {
  const match = /^([0-9a-f]{16})~([A-Za-z0-9._-]+)~([0-9]{1,10})~([0-9a-f-]*)~([0-9a-f.]+)$/.exec(name);
  if (match === null) return undefined;
  const [, lock = "", host = "", pid = "", start = "", nonce = ""] = match;
  return { lock, host, pid: Number(pid), start, nonce };
}

/**
 * True when the owner of an entry may still act on it. On `ownHost` the process is looked up. Elsewhere that is
 * impossible: such an entry counts as live until it is 60 s older than `nowMs`, by the file system's own clock.
 */
export function isLive(entry: LockEntry, path: string, ownHost: string, nowMs: number): boolean {
  if (entry.host === ownHost) {
    return isSameProcessAlive(entry.start === "" ? { pid: entry.pid } : { pid: entry.pid, pidStart: entry.start });
  }
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && nowMs - stat.mtimeMs < FOREIGN_LIFE_MS;
}

const FOREIGN_LIFE_MS = 60_000;

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll(/[^0-9]/g, "");
  } catch {
    return "0";
  }
}
