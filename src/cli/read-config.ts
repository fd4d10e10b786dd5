import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { ConfigOutcome } from "../config/load-config.ts";
import type { CliWorld } from "./world.ts";

/**
 * The configuration of the chat front end as seen from where the command runs, or `absent` where there is none: the CLI
 * works without it. Loaded only when it is asked for.
 */
export async function readConfig(
  world: CliWorld,
): Promise<ConfigOutcome | { readonly kind: "absent"; readonly file: string }> {
  const { environment, cwd } = world;
  const home = environment["HOME"] ?? homedir();
  const [{ readEnvFile }, { readSettings }] = await Promise.all([
    import("../config/env-file.ts"),
    import("../config/settings.ts"),
  ]);
  const { variables } = await readEnvFile(cwd);
  const { settings } = readSettings({ ...variables, ...environment }, { cwd, home });
  const { configFile, configFileGiven } = settings;
  if (!configFileGiven && !existsSync(configFile)) return { kind: "absent", file: configFile };
  const { loadConfig } = await import("../config/load-config.ts");
  return await loadConfig({ environment, cwd, home });
}
