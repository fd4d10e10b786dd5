import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { OutboundFile } from "../../src/bot/adapter.ts";

/**
 * Puts a file that goes along with a message where only its owner reads it. Returns its path, or undefined when it could
 * not be saved.
 */
export async function saveFile(directory: string, { name, text }: OutboundFile): Promise<string | undefined> {
  // Names hold ids: nothing in them may lead out of the directory.
  const file = path.join(directory, name.replace(/[^A-Za-z0-9._-]/g, "_"));
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
    // A file of the same name may have been there with wider rights.
    await chmod(file, 0o600);
    return file;
  } catch {
    return undefined;
  }
}
