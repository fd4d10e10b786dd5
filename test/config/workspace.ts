import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A directory of its own for one test, with the given files, removed when the test ends. Paths may have folders. */
export async function createWorkspace(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "lobster-config-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return directory;
}
