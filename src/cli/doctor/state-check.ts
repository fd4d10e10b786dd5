import { accessSync, constants, statSync, type Stats } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { resolveStateDirectory } from "../../config/state-directory.ts";
import { messageOf } from "../../runtime/errors.ts";
import { systemIds } from "../../runtime/system.ts";
import type { CliWorld } from "../world.ts";
import type { CheckResult } from "./check.ts";

/**
 * Can runs be stored, and only by this user? A directory that is not there yet is not created. Others who can write there
 * could decide gates; others who can read see what runs printed.
 */
export async function checkState({ environment, cwd }: CliWorld): Promise<CheckResult> {
  const directory = resolveStateDirectory(environment, environment["HOME"] ?? homedir(), cwd);
  const facts = statSync(directory, { throwIfNoEntry: false });
  if (facts === undefined) return checkParent(directory);
  if (!facts.isDirectory()) return fails(`${directory} is not a directory`, "Set LOBSTER_STATE_DIR to a directory");
  const failure = await tryWriting(directory);
  if (failure !== undefined) {
    return fails(`${directory} cannot be written: ${failure}`, "Make it writable, or set LOBSTER_STATE_DIR to another");
  }
  return checkMode(directory, facts);
}

function checkMode(directory: string, facts: Stats): CheckResult {
  const mode = facts.mode & 0o777;
  const shown = `${directory} is writable, mode ${mode.toString(8).padStart(4, "0")}`;
  if (process.platform === "win32" || (mode & 0o077) === 0) return { ok: true, detail: shown };
  const fix = `Run: chmod 700 ${directory}`;
  if ((mode & 0o022) !== 0) return fails(`${shown}: others could decide gates there`, fix);
  return { ok: true, detail: `${shown}: others can read what runs printed`, fix };
}

/** Another name than a document's, so that nothing takes it for one. */
async function tryWriting(directory: string): Promise<string | undefined> {
  const file = join(directory, `.doctor.${systemIds.hex(8)}.tmp`);
  try {
    await writeFile(file, "", { flag: "wx", mode: 0o600 });
    await unlink(file);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function checkParent(directory: string): CheckResult {
  let parent = dirname(directory);
  while (statSync(parent, { throwIfNoEntry: false }) === undefined && dirname(parent) !== parent) {
    parent = dirname(parent);
  }
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return { ok: true, detail: `${directory} will be created by the first run, mode 0700` };
  } catch (thrown) {
    return fails(
      `${directory} cannot be created in ${parent}: ${messageOf(thrown)}`,
      "Make that directory writable, or set LOBSTER_STATE_DIR to another place",
    );
  }
}

function fails(detail: string, fix: string): CheckResult {
  return { ok: false, detail, fix };
}
