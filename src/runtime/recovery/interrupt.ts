import { isoNow, type RuntimeHost } from "../host.ts";
import type { GateDocument, RunDocument, RunOutcome } from "../run/documents.ts";
import type { Interruption, Resumption } from "../run/recovery-documents.ts";
import type { RunWriter } from "../run/run-writer.ts";
import { isPlain } from "./position.ts";
import { endSurvivors } from "./survivors.ts";

/** A run that nobody holds and whose step under way may have taken effect, as it was looked at. */
export interface LostRun {
  readonly run: RunDocument;
  /** The run's decided gate. */
  readonly gate: GateDocument | undefined;
  readonly cause: Interruption["cause"];
}

/**
 * Notes that a run was interrupted, if it still is the one that was looked at. A person decides what becomes of it; somebody who
 * asked to cancel it has said so already. Then what is left of its step is ended first, as for every run that is abandoned.
 */
export async function interruptRun(host: RuntimeHost, writer: RunWriter, seen: LostRun): Promise<RunDocument> {
  const interruption = describeInterruption(host, seen);
  const isEnded = seen.run.cancelRequested !== undefined && (await endSurvivors(host, interruption)).kind !== "running";
  return await writer.update(
    (current) => (current === seen.run ? withInterruption(current, interruption, isEnded) : undefined),
    {
      survive: "machine",
    },
  );
}

function withInterruption(run: RunDocument, interruption: Interruption, isEnded: boolean): RunDocument {
  const { inFlight: _inFlight, lease: _lease, cancelRequested, ...rest } = run;
  if (cancelRequested === undefined || !isEnded) return { ...rest, status: "interrupted", interruption };
  const { by, at } = cancelRequested;
  return endAbandoned(rest, interruption, { at, ...(by === undefined ? {} : { by }) });
}

/** The run as it is after somebody abandoned it: it ended as interrupted, and by whom. */
export function endAbandoned(
  run: RunDocument,
  interruption: Interruption,
  how: Pick<RunOutcome, "at" | "by" | "reason" | "origin">,
): RunDocument {
  const { interruption: _interruption, gate: _gate, lease: _lease, inFlight: _inFlight, again: _again, ...rest } = run;
  const { lost } = interruption;
  return {
    ...rest,
    status: "over",
    outcome: {
      kind: "interrupted",
      ...how,
      message: sayInterrupted(run, interruption),
      ...(lost === undefined ? {} : { stepId: lost.stepId }),
    },
  };
}

/** What is known of an interruption, in one sentence. */
export function sayInterrupted(run: Pick<RunDocument, "id">, { lost }: Interruption): string {
  if (lost === undefined) return `Run ${run.id} was interrupted; how far it had come is unknown`;
  const step = [...lost.path, lost.stepId].join(" > ");
  return `Run ${run.id} was interrupted in step '${step}'; whether its effect happened is unknown`;
}

/** What is known of a run that was lost. */
export function describeInterruption(host: RuntimeHost, { run, gate, cause }: LostRun): Interruption {
  const { inFlight, lease } = run;
  const machine = inFlight?.host ?? lease?.owner.split("~")[0];
  return {
    id: host.ids.uuid(),
    at: isoNow(host),
    cause,
    ...(machine === undefined ? {} : { host: machine }),
    ...(inFlight === undefined ? {} : { lost: inFlight }),
    resumption: findResumption(run, gate),
  };
}

/** Where the lost step runs again; without one, where the lost execution had begun. */
function findResumption(run: RunDocument, gate: GateDocument | undefined): Resumption {
  const began = findBeginning(run, gate);
  if (run.inFlight === undefined || run.kind === "pipeline") return began;
  return { ...began, frames: run.frames };
}

function findBeginning(run: RunDocument, gate: GateDocument | undefined): Resumption {
  if (run.again !== undefined) return run.again;
  if (gate === undefined) return {};
  return isPlain(gate) || gate.retry === undefined ? { gate: gate.key } : gate.retry.resumption;
}
