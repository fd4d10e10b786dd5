import type { CliWorld } from "./world.ts";

/** What a subcommand is: it gets the words after its name and tells the exit code. */
type Subcommand = (words: readonly string[], world: CliWorld) => Promise<number>;

const SUBCOMMANDS: ReadonlyMap<string, () => Promise<Subcommand>> = new Map([
  ["run", async () => (await import("./commands/run.ts")).runCommand],
  ["resume", async () => (await import("./commands/resume.ts")).resumeCommand],
  ["graph", async () => (await import("./commands/graph.ts")).graphCommand],
  ["validate", async () => (await import("./commands/validate.ts")).validateCommand],
  ["explain", async () => (await import("./commands/explain.ts")).explainCommand],
  ["pending", async () => (await import("./commands/pending.ts")).pendingCommand],
  ["sweep", async () => (await import("./commands/sweep.ts")).sweepCommand],
  ["doctor", async () => (await import("./commands/doctor.ts")).doctorCommand],
  ["help", async () => (await import("./commands/help.ts")).helpCommand],
  ["version", async () => (await import("./commands/version.ts")).versionCommand],
  ["--version", async () => (await import("./commands/version.ts")).versionCommand],
  ["-v", async () => (await import("./commands/version.ts")).versionCommand],
]);

/**
 * Chooses the subcommand (stages-and-cli §22.1): help without words, a verb by its name, and everything else is handled as
 * `run`. `-h` and `--help` count as the first word or right after a verb only, so that `run df -h` runs `df -h` (F36).
 */
export async function dispatch(argv: readonly string[], world: CliWorld): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || isHelp(first)) return await help([], world);
  const load = SUBCOMMANDS.get(first);
  if (load === undefined) return await (await import("./commands/run.ts")).runCommand(argv, world);
  if (second !== undefined && isHelp(second)) return await help([first], world);
  const subcommand = await load();
  return await subcommand(argv.slice(1), world);
}

async function help(words: readonly string[], world: CliWorld): Promise<number> {
  const { helpCommand } = await import("./commands/help.ts");
  return await helpCommand(words, world);
}

function isHelp(word: string): boolean {
  return word === "-h" || word === "--help";
}
