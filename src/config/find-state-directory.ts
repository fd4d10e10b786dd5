import { homedir } from "node:os";
import { readEnvFile } from "./env-file.ts";
import { readRuntimeEnvironment } from "./environment.ts";
import type { LoadOptions } from "./load-config.ts";
import { resolveStateDirectory } from "./state-directory.ts";

/**
 * Where state lives, from the environment and `.env` alone: for commands that look at it wherever it is, also beside a
 * configuration that does not load.
 */
export async function findStateDirectory(options: LoadOptions = {}): Promise<string> {
  const { cwd = process.cwd(), home = homedir() } = options;
  const { variables } = await readEnvFile(cwd);
  return resolveStateDirectory({ ...variables, ...readRuntimeEnvironment(options.environment) }, home, cwd);
}
