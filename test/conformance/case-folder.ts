import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Gives `work` an empty folder, and removes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lobster-case-")));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes files by relative path; those under `bin/` can be executed. */
export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>> | undefined,
  fill: (text: string) => string,
): void {
  for (const [name, text] of Object.entries(files ?? {})) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fill(text));
    if (name.startsWith("bin/")) chmodSync(path, 0o755);
  }
}

/** The text of a file, null when it is not there. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** The environment of a call: as little as possible, nothing of the machine's but PATH. */
export function baseEnvironment(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: join(folder, "home"),
    LC_ALL: "C",
    LOBSTER_STATE_DIR: join(folder, "state"),
    LOBSTER_CACHE_DIR: join(folder, "cache"),
  };
}
