import { findNearestName } from "../config/nearest-name.ts";
import type { World } from "./world.ts";

const HELP = `lobster-chat: workflows that stop at gates, opened from a chat

  lobster-chat start     run the bot: every platform whose token is set, else the terminal chat
  lobster-chat check     check configuration and workflows; say who can open which gate
  lobster-chat audit     check, show and export the audit log; give and verify receipts
  lobster-chat version   print the version
  lobster-chat help      print this

Settings come from the environment, .env and lobster.config.yaml; .env.example names them all.
`;

type Subcommand = (world: World) => Promise<number>;

/** Each loads only what it needs. */
const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  start: async (world) => {
    const { runStart } = await import("./start.ts");
    return await runStart(world);
  },
  check: async (world) => {
    const { runCheck } = await import("./check.ts");
    return await runCheck(world);
  },
  audit: async (world) => {
    const { runAudit } = await import("./audit/audit.ts");
    return await runAudit(world);
  },
  version: async ({ stdout }) => {
    const { readPackageVersion } = await import("./package-version.ts");
    stdout.write(`${readPackageVersion(import.meta.url)}\n`);
    return 0;
  },
  help: ({ stdout }) => {
    stdout.write(HELP);
    return Promise.resolve(0);
  },
};

/** These read what comes after them; the others take nothing. */
const WITH_WORDS: ReadonlySet<string> = new Set(["audit"]);

const ALIASES: Readonly<Record<string, string>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-V": "version",
};

/** Runs the subcommand that the arguments name. Exit codes: 0 done, 1 failed, 2 not understood or badly configured. */
export async function dispatch(world: World): Promise<number> {
  const [given = "help", ...others] = world.arguments;
  const name = Object.hasOwn(ALIASES, given) ? (ALIASES[given] ?? given) : given;
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand !== undefined && (others.length === 0 || WITH_WORDS.has(name))) return await subcommand(world);
  const nearest = findNearestName(name, Object.keys(SUBCOMMANDS));
  const problem =
    subcommand === undefined
      ? `There is no command ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`
      : `${name} takes nothing after it, but was given: ${others.join(" ")}`;
  world.stderr.write(`${problem}\n\n${HELP}`);
  return 2;
}
