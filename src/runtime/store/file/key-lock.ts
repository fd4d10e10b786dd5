import { closeSync, mkdirSync, openSync, readdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { LobsterError, systemCodeOf } from "../../errors.ts";
import type { Clock, IdSource } from "../../ports.ts";
import { removeQuietly } from "./document-file.ts";
import { createLockEntry, decodeLockEntry, encodeLockEntry, isLive, type LockEntry } from "./lock-entry.ts";
import { openIfThere } from "./open-if-there.ts";

/** Mutual exclusion between all processes of a machine that write one document. */
export interface KeyLock {
  /**
   * Runs `section` while nobody else is in a section of the same key. The section is synchronous and short. Throws
   * `store_unavailable` when somebody else has held the lock for 10 s.
   */
  run<T>(key: string, section: () => T): Promise<T>;
}

/** What a lock needs. */
export interface KeyLockOptions {
  /** The state directory; the entries live in its folder `locks`. */
  readonly directory: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** As `identifyHost` gives it. */
  readonly host: string;
  readonly warn: (message: string) => void;
}

/**
 * A lock that never needs breaking. Every contender creates an entry of its own in the folder, then lists the folder.
 * Does it find another living contender for the same key, it removes its entry and tries again a little later; otherwise
 * it is alone, does its work, and removes its entry.
 *
 * Why two are never inside together: each created its entry before it listed, and keeps it while inside. The one whose
 * listing began later would have found the other's entry, since that was created before the other's, earlier, listing
 * and is not removed yet. An entry of a living contender is removed by itself only: others remove an entry after its
 * process has ended, and no name is used twice, so a removal that comes late hits nobody new. The folder is never
 * removed, so all entries are in the same one. Death at any instant leaves an entry that everybody ignores; hence there
 * is no timeout on the holder, no heartbeat, and no race for breaking a lock.
 *
 * Two contenders may withdraw because of each other; the random pause lets one of them win soon.
 */
export function createKeyLock(options: KeyLockOptions): KeyLock {
  const { clock, ids } = options;
  const folder = locksOf(options.directory);
  return {
    async run(key, section) {
      const deadline = clock.now() + PATIENCE_MS;
      for (let round = 0; ; round += 1) {
        const attempt = tryOnce(folder, createLockEntry(key, options.host, ids.hex(4)), section, options.warn);
        if (attempt.kind === "done") return attempt.value;
        if (clock.now() >= deadline || round === MAX_ROUNDS) throw lockedError(key, attempt.holder);
        await clock.sleep(choosePauseMs(round, ids));
      }
    },
  };
}

/** Removes the entries of dead contenders, which only cost a look each time. */
export function sweepLocks(directory: string, ownHost: string, nowMs: number): void {
  const folder = locksOf(directory);
  for (const name of readNames(folder)) {
    const entry = decodeLockEntry(name);
    const path = join(folder, name);
    if (entry !== undefined && !isLive(entry, path, ownHost, nowMs)) removeQuietly(path);
  }
}

const PATIENCE_MS = 10_000;
/** About twice as many pauses as fit into the patience, for a clock that stands still. */
const MAX_ROUNDS = 2_000;

function locksOf(directory: string): string {
  return join(directory, "locks");
}

type Attempt<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "held"; readonly holder: LockEntry };

function tryOnce<T>(folder: string, entry: LockEntry, section: () => T, warn: (message: string) => void): Attempt<T> {
  const path = join(folder, encodeLockEntry(entry));
  enter(folder, path);
  try {
    const holder = findOther(folder, entry, path);
    return holder === undefined ? { kind: "done", value: section() } : { kind: "held", holder };
  } finally {
    leave(path, warn);
  }
}

function enter(folder: string, path: string): void {
  let descriptor = openIfThere(path, "wx");
  if (descriptor === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    descriptor = openSync(path, "wx");
  }
  closeSync(descriptor);
}

function leave(path: string, warn: (message: string) => void): void {
  try {
    unlinkSync(path);
  } catch (error) {
    warn(`cannot release the lock ${path} (${systemCodeOf(error)}); remove that file`);
  }
}

function findOther(folder: string, own: LockEntry, ownPath: string): LockEntry | undefined {
  const others = readdirSync(folder).filter((name) => name.startsWith(own.lock) && join(folder, name) !== ownPath);
  if (others.length === 0) return undefined;
  const nowMs = statSync(ownPath).mtimeMs;
  for (const name of others) {
    const entry = decodeLockEntry(name);
    if (entry === undefined) continue;
    if (isLive(entry, join(folder, name), own.host, nowMs)) return entry;
    removeQuietly(join(folder, name));
  }
  return undefined;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** 1 to 8 ms at first, up to 20 ms later. */
function choosePauseMs(round: number, ids: IdSource): number {
  const longest = Math.min(8 + round, 20);
  return 1 + (Number.parseInt(ids.hex(2), 16) / 0xffff) * (longest - 1);
}

function lockedError(key: string, { host, pid }: LockEntry): LobsterError {
  return new LobsterError(
    "store_unavailable",
    `state is locked by process ${pid} on ${host}, for ${PATIENCE_MS / 1000} s by now: ${key} cannot be written; ` +
      "see whether that process hangs, end it, and try again",
    { facts: { key, pid, host } },
  );
}
