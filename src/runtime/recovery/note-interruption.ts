import type { RuntimeHost } from "../host.ts";
import { decodeGate } from "../run/decode.ts";
import type { RunDocument } from "../run/documents.ts";
import { isLeaseHeld } from "../run/lease.ts";
import type { RunWriter } from "../run/run-writer.ts";
import { interruptRun } from "./interrupt.ts";
import { judgeLeftover } from "./leftover.ts";

/** Looks at a run whose process may have died in a step, and notes it as interrupted if so. Runs nothing. */
export async function noteInterruption(host: RuntimeHost, writer: RunWriter): Promise<RunDocument> {
  const run = writer.current;
  if (run.status !== "running" || isLeaseHeld(host, run)) return run;
  const leftover = await judgeLeftover(host, run);
  if (leftover.kind !== "unknown") return run;
  const stored = run.gate === undefined ? undefined : await host.store.read(run.gate);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  return await interruptRun(host, writer, { run, gate, cause: leftover.cause });
}
