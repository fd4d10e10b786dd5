import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "./config.ts";

/**
 * Where state lives: `LOBSTER_STATE_DIR` (trimmed, non-blank), else `~/.lobster/state`. Absolute: a relative value
 * starts at `cwd`.
 */
export function resolveStateDirectory(environment: Environment, home = homedir(), cwd = process.cwd()): string {
  const given = environment["LOBSTER_STATE_DIR"]?.trim() ?? "";
  return given === "" ? path.join(home, ".lobster", "state") : resolveGivenPath(given, home, cwd);
}

/** A path as a person writes it into a variable: a leading `~/` is the home directory, for no shell expands it in `.env`. */
export function resolveGivenPath(given: string, home: string, cwd: string): string {
  if (given === "~") return home;
  return /^~[/\\]/.test(given) ? path.join(home, given.slice(2)) : path.resolve(cwd, given);
}
