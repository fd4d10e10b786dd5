import { closeSync, existsSync, fsync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { systemCodeOf } from "../../errors.ts";

/** The directory a file store lives in. Only writing creates it. */
export interface StateDirectory {
  readonly path: string;
  /** Creates it, with every missing parent, for this user alone (0700). */
  ensure(): void;
  /** Makes sure that names created, replaced or removed in it survive a crash of the machine. */
  sync(): Promise<void>;
}

/** `warn` is told once when the directory was there before and others may look into it; its mode is left alone. */
export function createStateDirectory(path: string, warn: (message: string) => void): StateDirectory {
  let checked = false;
  return {
    path,
    ensure() {
      if (!existsSync(path)) makePrivate(path);
      if (checked) return;
      checked = true;
      warnWhenOpen(path, warn);
    },
    sync: () => syncDirectory(path),
  };
}

function makePrivate(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return; // another process was faster
  // The new names in the parents have to be as durable as what will be written below them.
  for (let parent = path; parent.length >= first.length;) {
    parent = dirname(parent);
    ignoringUnsupported(() => withDirectory(parent, fsyncSync));
  }
}

function warnWhenOpen(path: string, warn: (message: string) => void): void {
  if (process.platform === "win32") return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  warn(`the state directory ${path} is open to other users (mode ${mode.toString(8)}); run: chmod 700 ${path}`);
}

async function syncDirectory(path: string): Promise<void> {
  const descriptor = ignoringUnsupported(() => openSync(path, "r"));
  if (descriptor === undefined) return;
  try {
    await fsyncLater(descriptor);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** In the thread pool, because a disk may take its time. */
const fsyncLater = promisify(fsync);

function withDirectory(path: string, action: (descriptor: number) => void): void {
  const descriptor = openSync(path, "r");
  try {
    action(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function ignoringUnsupported<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isUnsupported(error)) return undefined;
    throw error;
  }
}

/** File systems that cannot sync a directory say so in these ways (the last three: Windows, or a parent not ours). */
function isUnsupported(error: unknown): boolean {
  return ["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR", "EPERM", "EACCES"].includes(systemCodeOf(error));
}
