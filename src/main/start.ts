import { loadConfig } from "../config/load-config.ts";
import { formatProblems } from "../config/problem.ts";
import type { World } from "./world.ts";

/** `lobster-chat start`: refuses a configuration with any problem in it, naming them all (exit code 2). */
export async function runStart(world: World): Promise<number> {
  const outcome = await loadConfig();
  if (outcome.kind === "problems") {
    world.stderr.write(`${formatProblems(outcome.problems)}\n`);
    return 2;
  }
  const { runBot } = await import("./run-bot.ts");
  return await runBot(outcome.config, world);
}
