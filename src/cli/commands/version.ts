import { readFile } from "node:fs/promises";
import { findPackageFile } from "../package-file.ts";
import type { CliWorld } from "../world.ts";

/** `lobster version`: the version from package.json and a newline. */
export async function versionCommand(_words: readonly string[], world: CliWorld): Promise<number> {
  world.stdout.write(`${await readVersion()}\n`);
  return 0;
}

/** The package's version. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(findPackageFile(import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
  return String(version);
}
