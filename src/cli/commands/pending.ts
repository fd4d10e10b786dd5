import { LobsterError } from "../../runtime/errors.ts";
import { systemClock } from "../../runtime/system.ts";
import { createCliStore } from "../host.ts";
import { parseWords, UsageError, type OptionTable } from "../options.ts";
import { describeGates, describeGatesAsJson } from "../pending/describe-gates.ts";
import { findGates, type FoundGates } from "../pending/find-gates.ts";
import { showVisibly } from "../visible.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { json: "flag" };

/** `lobster pending`: the gates of the state directory that wait for a decision (fault W19). */
export async function pendingCommand(words: readonly string[], world: CliWorld): Promise<number> {
  try {
    const { options, rest } = parseWords("pending", words, OPTIONS);
    const [unknown] = rest;
    if (unknown !== undefined) throw new UsageError(`pending does not know '${unknown}'; see lobster help pending`);
    const found = await findGates(createCliStore(world));
    world.stdout.write(options.has("json") ? describeGatesAsJson(found) : describeGates(found, systemClock.now()));
    warnOfRest(found, world);
    return found.damaged.length === 0 ? 0 : 1;
  } catch (thrown) {
    const isUsage = thrown instanceof UsageError;
    if (!isUsage && !(thrown instanceof LobsterError)) throw thrown;
    world.stderr.write(`${isUsage ? "" : "Error: "}${showVisibly(thrown.message)}\n`);
    return isUsage ? 2 : 1;
  }
}

/** A list that leaves something out has to say so. */
function warnOfRest({ damaged, foreign }: FoundGates, world: CliWorld): void {
  for (const { key, message } of damaged) world.stderr.write(showVisibly(`Left out ${key}: ${message}\n`));
  if (foreign === 0) return;
  const what = foreign === 1 ? "1 checkpoint" : `${foreign} checkpoints`;
  world.stderr.write(`Left out ${what} of another program; resume by token\n`);
}
