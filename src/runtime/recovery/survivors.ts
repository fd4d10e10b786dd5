import type { RuntimeHost } from "../host.ts";
import { endProcesses, isGroupAlive } from "../process/left-groups.ts";
import { listMarked } from "../process/marked-processes.ts";
import { isSameProcessAlive, type ProcessIdentity } from "../process/read-process-start.ts";
import type { InFlight } from "../run/documents.ts";
import { isOfThisPlace } from "../run/process-marks.ts";
import { EXECUTION_VARIABLE } from "../run/run-environment.ts";
import type { Interruption } from "../run/recovery-documents.ts";

/** What still runs of an interrupted step. */
export type Survivors =
  | { readonly kind: "none" }
  /** Process groups of the step, or the process that executed it, as numbers of this machine. */
  | { readonly kind: "running"; readonly pids: readonly number[] }
  /** It was under way where this process cannot look. */
  | { readonly kind: "elsewhere"; readonly host: string };

/**
 * Looks whether something of an interrupted step outlived the process that executed it, as steps do when that is killed. A
 * number means something only on the machine, boot and process namespace it was written on.
 */
export function findSurvivors(host: RuntimeHost, { lost, host: machine }: Interruption): Survivors {
  if (lost !== undefined && isOfThisPlace(host, lost)) {
    const pids = [...listStarted(lost).map(({ group, pid }) => group ?? pid), ...listOwner(host, lost)];
    return pids.length === 0 ? { kind: "none" } : { kind: "running", pids: [...new Set(pids)] };
  }
  // The same machine, started again since: nothing outlives that.
  if (machine === undefined || machine === host.hostName) return { kind: "none" };
  return { kind: "elsewhere", host: machine };
}

/** Ends what is left of an interrupted step on this machine. Tells what could not be ended. */
export async function endSurvivors(host: RuntimeHost, interruption: Interruption): Promise<Survivors> {
  const { lost } = interruption;
  if (lost !== undefined && isOfThisPlace(host, lost)) await endProcesses(() => listStarted(lost));
  return findSurvivors(host, interruption);
}

/**
 * What the step started: by the numbers that were written down, where the start of the process is known as well, and by what
 * stands in its environment, for it may have died before it could write one down.
 */
function listStarted({
  children = [],
  execution,
}: InFlight): readonly (ProcessIdentity & { readonly group?: number })[] {
  const groups = children.filter((child) => child.pidStart !== undefined && isGroupAlive(child));
  return execution === undefined ? groups : [...groups, ...listMarked(EXECUTION_VARIABLE, execution)];
}

/** A process that lost the run and hangs, say: it may still be at work. This one knows that it is not. */
function listOwner(host: RuntimeHost, lost: InFlight): readonly number[] {
  const isThisProcess = lost.pid === host.pid && lost.pidStart === host.pidStart;
  return !isThisProcess && lost.pidStart !== undefined && isSameProcessAlive(lost) ? [lost.pid] : [];
}
