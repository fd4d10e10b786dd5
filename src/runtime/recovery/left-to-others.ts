import type { RuntimeHost } from "../host.ts";
import type { GateDocument, ProcessMark, RunDocument } from "../run/documents.ts";
import { leftOfLease, leftOfPatience } from "../run/lease.ts";
import { isGone } from "../run/process-marks.ts";

/** Whoever starts a run or decides about it has this long to go on with it before others do, ms. */
const GRACE_MS = 10_000;

/**
 * For how many ms somebody else is to be left to go on with a run that could: who executes it, or who has just started or
 * decided it. 0 once that process is gone or its time is over; undefined for a run that waits for a person or is over.
 */
export function leftToOthers(host: RuntimeHost, run: RunDocument, gate: GateDocument | undefined): number | undefined {
  switch (run.status) {
    case "over":
    case "interrupted":
      return undefined;
    case "running":
      return leftOfLease(host, run.lease) || leftOfPatience(host, run.lease);
    case "queued":
      return leftOfGrace(host, run.recoveries?.at(-1) ?? { at: run.startedAt, process: run.startedIn });
    case "waiting":
      return gate?.decision === undefined ? undefined : leftOfGrace(host, gate.decision);
  }
}

/** A time that is still to come was written under another clock: it tells nothing. */
function leftOfGrace(
  host: RuntimeHost,
  { at, process }: { readonly at: string; readonly process?: ProcessMark | undefined },
): number {
  if (process !== undefined && isGone(host, process)) return 0;
  const ageMs = host.clock.now() - Date.parse(at);
  return ageMs >= 0 && ageMs < GRACE_MS ? GRACE_MS - ageMs : 0;
}
