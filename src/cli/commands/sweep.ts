import { LobsterError } from "../../runtime/errors.ts";
import { sweepGates } from "../../runtime/gate/sweep.ts";
import { systemClock } from "../../runtime/system.ts";
import { createCliRuntime, createCliStore } from "../host.ts";
import { watchInterrupts } from "../interrupts.ts";
import { parseWords, UsageError, type OptionTable } from "../options.ts";
import { findGates } from "../pending/find-gates.ts";
import { findLeft } from "../pending/find-left.ts";
import { describeSweep, describeSweepAsJson } from "../sweep/describe-sweep.ts";
import { goOn, goOnLeft, type GoneOn } from "../sweep/go-on.ts";
import { sweepOldRuns } from "../sweep/old-runs.ts";
import { showVisibly } from "../visible.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { json: "flag" };

/**
 * `lobster sweep`: expires gates whose time is over, opens those whose hold is, and runs what follows (policy rule 7); goes on with
 * runs whose process died behind an approval; removes runs that have been over for 90 days. For a timer, where no bot does it.
 */
export async function sweepCommand(words: readonly string[], world: CliWorld): Promise<number> {
  const interrupts = watchInterrupts();
  try {
    const { options, rest } = parseWords("sweep", words, OPTIONS);
    const [unknown] = rest;
    if (unknown !== undefined) throw new UsageError(`sweep does not know '${unknown}'; see lobster help sweep`);
    const runtime = createCliRuntime({ world, mode: "tool", forceSignal: interrupts.forceSignal });
    const store = createCliStore(world);
    // Before anything is opened: that goes on by itself.
    const left = await findLeft(store, runtime);
    const found = await findGates(store);
    const gates = found.open.map(({ gate }) => gate);
    const swept = await sweepGates(runtime, gates, systemClock.now());
    const done: GoneOn[] = [];
    const how = { world, signal: interrupts.signal };
    for (const one of swept) done.push(await goOn(runtime, one, how));
    for (const one of left) {
      if (one.run.decideVia === "any" && !interrupts.signal.aborted) done.push(await goOnLeft(runtime, one, how));
    }
    const { removed, leftAlone } = await sweepOldRuns(store, interrupts.signal);
    world.stdout.write(options.has("json") ? describeSweepAsJson(done, removed) : describeSweep(done, removed));
    const damaged = new Map([...found.damaged, ...leftAlone].map(({ key, message }) => [key, message]));
    for (const [key, message] of damaged) world.stderr.write(showVisibly(`Left out ${key}: ${message}\n`));
    const isGood = damaged.size === 0 && done.every(({ isFailure }) => !isFailure);
    return interrupts.exitCode() ?? (isGood ? 0 : 1);
  } catch (thrown) {
    const isUsage = thrown instanceof UsageError;
    if (!isUsage && !(thrown instanceof LobsterError)) throw thrown;
    world.stderr.write(`${isUsage ? "" : "Error: "}${showVisibly(thrown.message)}\n`);
    return isUsage ? 2 : 1;
  } finally {
    interrupts.stop();
  }
}
