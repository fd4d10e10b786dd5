import type { RuntimeHost } from "../host.ts";
import { decodeGate } from "../run/decode.ts";
import type { RunDocument } from "../run/documents.ts";
import { isLeaseHeld } from "../run/lease.ts";
import type { Interruption } from "../run/recovery-documents.ts";
import type { RunWriter } from "../run/run-writer.ts";
import { describeInterruption, interruptRun, type LostRun } from "./interrupt.ts";
import { judgeLeftover } from "./leftover.ts";

/** Looks at a run whose process may have died in a step, and notes it as interrupted if so. Runs nothing. */
export async function noteInterruption(host: RuntimeHost, writer: RunWriter): Promise<RunDocument> {
  const run = writer.current;
  const seen = await lookAt(host, run);
  return seen === undefined ? run : await interruptRun(host, writer, seen);
}

/** The interruption of a run: as it was noted, or as it would be noted now. Undefined for a run that nobody lost. */
export async function findInterruption(host: RuntimeHost, run: RunDocument): Promise<Interruption | undefined> {
  if (run.status === "interrupted") return run.interruption;
  const seen = await lookAt(host, run);
  return seen === undefined ? undefined : describeInterruption(host, seen);
}

async function lookAt(host: RuntimeHost, run: RunDocument): Promise<LostRun | undefined> {
  if (run.status !== "running" || isLeaseHeld(host, run)) return undefined;
  const leftover = await judgeLeftover(host, run);
  if (leftover.kind !== "unknown") return undefined;
  const stored = run.gate === undefined ? undefined : await host.store.read(run.gate);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  // Its process died as it opened the gate again, because nothing had started: the run waits.
  if (gate?.state === "open") return undefined;
  return { run, gate, cause: leftover.cause };
}
