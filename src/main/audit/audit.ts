import { findNearestName } from "../../config/nearest-name.ts";
import { LobsterError } from "../../runtime/index.ts";
import type { World } from "../world.ts";
import { UsageError } from "./words.ts";

const HELP = `lobster-chat audit: who started, saw, approved, denied and answered what

  lobster-chat audit verify [--from <seq>]      check the whole log; the first bad record is named (exit code 1)
  lobster-chat audit show [<run|gate|seq>]      records in words: those of a run or gate, one, or the last 20
  lobster-chat audit export --csv|--json [--since <date|duration>]
                                                all records, or those since 2026-12-01 or the last 7d
  lobster-chat audit receipt <seq|decision>     a signed text for a ticket; a run, gate or approval id gives all of it
  lobster-chat audit verify-receipt [<file>] [--key <file>]
                                                check such a text (from a file, or typed in), also without the log
  lobster-chat audit public-key                 the key that verify-receipt needs elsewhere

  --state-dir <directory>   look there instead of LOBSTER_STATE_DIR
`;

type AuditCommand = (words: readonly string[], world: World) => Promise<number>;

/** Each loads only what it needs. */
const COMMANDS: Readonly<Record<string, () => Promise<AuditCommand>>> = {
  verify: async () => (await import("./verify.ts")).runVerify,
  show: async () => (await import("./show.ts")).runShow,
  export: async () => (await import("./export.ts")).runExport,
  receipt: async () => (await import("./receipt.ts")).runReceipt,
  "verify-receipt": async () => (await import("./verify-receipt.ts")).runVerifyReceipt,
  "public-key": async () => (await import("./public-key.ts")).runPublicKey,
};

/** `lobster-chat audit …`. Exit codes: 0 all is well, 1 something is wrong with log or receipt, 2 not understood. */
export async function runAudit(world: World): Promise<number> {
  const [name = "help", ...words] = world.arguments.slice(1);
  if (["help", "--help", "-h"].includes(name)) {
    world.stdout.write(HELP);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    const nearest = findNearestName(name, Object.keys(COMMANDS));
    return complain(world, `There is no audit ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`);
  }
  try {
    const run = await load();
    return await run(words, world);
  } catch (thrown) {
    if (thrown instanceof UsageError) return complain(world, `audit ${name}: ${thrown.message}`);
    if (!(thrown instanceof LobsterError)) throw thrown;
    world.stderr.write(`${thrown.message}\n`);
    return 1;
  }
}

function complain(world: World, problem: string): number {
  world.stderr.write(`${problem}\n\n${HELP}`);
  return 2;
}
