import { LobsterError } from "../../runtime/errors.ts";
import { systemClock } from "../../runtime/system.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { createCliRuntime, createCliStore } from "../host.ts";
import { parseWords, UsageError, type OptionTable } from "../options.ts";
import { describeGate, describeGatesAsJson } from "../pending/describe-gates.ts";
import { describeInterrupted, describeInterruptedAsJson } from "../pending/describe-interrupted.ts";
import { describeLeft, describeLeftAsJson } from "../pending/describe-left.ts";
import { findGates, type FoundGates } from "../pending/find-gates.ts";
import { findInterrupted, type InterruptedRun } from "../pending/find-interrupted.ts";
import { findLeft, type LeftRun } from "../pending/find-left.ts";
import { showVisibly } from "../visible.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { json: "flag" };

/** What waits for a person, and what nobody goes on with. */
interface Waiting extends FoundGates {
  readonly interrupted: readonly InterruptedRun[];
  readonly left: readonly LeftRun[];
}

/** `lobster pending`: the gates of the state directory that wait for a decision (fault W19), the interrupted runs, and those that nobody goes on with. */
export async function pendingCommand(words: readonly string[], world: CliWorld): Promise<number> {
  try {
    const { options, rest } = parseWords("pending", words, OPTIONS);
    const [unknown] = rest;
    if (unknown !== undefined) throw new UsageError(`pending does not know '${unknown}'; see lobster help pending`);
    const found = await findWaiting(world);
    world.stdout.write(options.has("json") ? describeAsJson(found) : describe(found, systemClock.now()));
    warnOfRest(found, world);
    return found.damaged.length === 0 ? 0 : 1;
  } catch (thrown) {
    const isUsage = thrown instanceof UsageError;
    if (!isUsage && !(thrown instanceof LobsterError)) throw thrown;
    world.stderr.write(`${isUsage ? "" : "Error: "}${showVisibly(thrown.message)}\n`);
    return isUsage ? 2 : 1;
  }
}

async function findWaiting(world: CliWorld): Promise<Waiting> {
  const store = createCliStore(world);
  const gates = await findGates(store);
  const runtime = createCliRuntime({ world, mode: "tool" });
  const { interrupted, damaged } = await findInterrupted(store, runtime);
  const left = await findLeft(store, runtime);
  return { ...gates, interrupted, left, damaged: [...gates.damaged, ...damaged] };
}

function describeAsJson(found: Waiting): string {
  const { damaged, foreign } = found;
  const gates = describeGatesAsJson(found);
  const interrupted = found.interrupted.map(describeInterruptedAsJson);
  const left = found.left.map(describeLeftAsJson);
  return `${stringifyJson({ gates, interrupted, left, damaged: damaged.map(({ key, message }) => ({ key, message })), foreign }, 2)}\n`;
}

function describe({ open, interrupted, left }: Waiting, now: number): string {
  const entries = [
    ...open.map((gate) => describeGate(gate, now)),
    ...interrupted.map((one) => describeInterrupted(one, now)),
    ...left.map(describeLeft),
  ];
  return entries.length === 0 ? "No gate is waiting.\n" : showVisibly(`${entries.join("\n\n")}\n`);
}

/** A list that leaves something out has to say so. */
function warnOfRest({ damaged, foreign }: FoundGates, world: CliWorld): void {
  for (const { key, message } of damaged) world.stderr.write(showVisibly(`Left out ${key}: ${message}\n`));
  if (foreign === 0) return;
  const what = foreign === 1 ? "1 checkpoint" : `${foreign} checkpoints`;
  world.stderr.write(`Left out ${what} of another program; resume by token\n`);
}
