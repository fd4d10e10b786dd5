import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

/** Where Linux has a file system in memory. */
const MOUNT = "/dev/shm";

/** What the tests of a run need at most, with a margin, bytes. */
const ROOM = 1_000_000_000;

/**
 * A folder in memory for everything that tests write, gone when the process ends; undefined where there is none with room
 * for it. Nearly all of what the bot writes it makes durable, and a disk takes most of a test's time for that.
 */
export function openMemoryFolder(): string | undefined {
  if (!isUsable()) return undefined;
  const folder = mkdtempSync(path.join(MOUNT, "lobster-tests-"));
  // As open as the usual one: some tests act as another user.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Some machines have none, little of it, or one where no program can be started. */
function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MOUNT);
    const options = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, mount]) => mount === MOUNT)?.[3];
    return bavail * bsize > ROOM && options?.split(",").includes("noexec") === false;
  } catch {
    return false;
  }
}
