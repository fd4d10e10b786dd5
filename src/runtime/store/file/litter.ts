import { statSync } from "node:fs";
import { join } from "node:path";
import { removeQuietly } from "./document-file.ts";
import { sweepLocks } from "./key-lock.ts";

/**
 * Removes what processes left behind that died while writing: temporary files older than an hour and lock entries of
 * dead owners. `names` is the listing of the directory, which the caller has anyway. Ages are taken from the time of
 * the directory's last change, by the file system's own clock, so a wrong clock removes nothing. Failures are ignored:
 * litter harms nobody.
 */
export function sweepLitter(directory: string, names: readonly string[], ownHost: string): void {
  const nowMs = statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const name of names.filter(isTemporary).slice(0, MAX_SWEPT)) removeIfOld(join(directory, name), nowMs);
  sweepLocks(directory, ownHost, nowMs);
}

const TEMPORARY_LIFE_MS = 3_600_000;
const MAX_SWEPT = 1_000;

function isTemporary(name: string): boolean {
  return name.startsWith(".") && name.endsWith(".tmp");
}

function removeIfOld(path: string, nowMs: number): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && nowMs - stat.mtimeMs > TEMPORARY_LIFE_MS) removeQuietly(path);
}
