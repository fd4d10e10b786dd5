import type { RuntimeHost } from "../host.ts";
import { endProcesses, isGroupAlive } from "../process/left-groups.ts";
import { listMarked } from "../process/marked-processes.ts";
import { isSameProcessAlive, type ProcessIdentity } from "../process/read-process-start.ts";
import type { InFlight } from "../run/documents.ts";
import { isOfThisPlace } from "../run/process-marks.ts";
import type { Interruption } from "../run/recovery-documents.ts";
import { EXECUTION_VARIABLE } from "../run/step-mark.ts";

/** What still runs of an interrupted step. */
export type Survivors =
  | { readonly kind: "none" }
  /**
   * Process groups of the step, or the process that executed it, as numbers of this machine. `mayBeEarlier`: an earlier
   * version executed it, so that it may as well be what an earlier step of the run has left running on purpose.
   */
  | { readonly kind: "running"; readonly pids: readonly number[]; readonly mayBeEarlier?: true }
  /** It was under way where this process cannot look. */
  | { readonly kind: "elsewhere"; readonly host: string };

/**
 * Looks whether something of an interrupted step outlived the process that executed it, as steps do when that is killed. A
 * number means something only on the machine, boot and process namespace it was written on.
 */
export function findSurvivors(host: RuntimeHost, { lost, host: machine }: Interruption): Survivors {
  if (lost !== undefined && isOfThisPlace(host, lost)) {
    const pids = [...listStarted(lost).map(({ group, pid }) => group ?? pid), ...listOwner(host, lost)];
    if (pids.length === 0) return { kind: "none" };
    return { kind: "running", pids: [...new Set(pids)], ...(tellsSteps(lost) ? {} : { mayBeEarlier: true }) };
  }
  // The same machine, started again since: nothing outlives that.
  if (machine === undefined || machine === host.hostName) return { kind: "none" };
  return { kind: "elsewhere", host: machine };
}

/**
 * Ends what is left of an interrupted step on this machine. Tells what could not be ended, and what was not, because it may be
 * of an earlier step, which had finished.
 */
export async function endSurvivors(host: RuntimeHost, interruption: Interruption): Promise<Survivors> {
  const { lost } = interruption;
  if (lost !== undefined && tellsSteps(lost) && isOfThisPlace(host, lost)) {
    await endProcesses(() => listStarted(lost));
  }
  return findSurvivors(host, interruption);
}

/**
 * What the step started: by the numbers that were written down, where the start of the process is known as well, and by what
 * stands in its environment, for it may have died before it could write one down.
 */
function listStarted({
  children = [],
  execution,
  stepMark = execution,
}: InFlight): readonly (ProcessIdentity & { readonly group?: number })[] {
  const groups = children.filter((child) => child.pidStart !== undefined && isGroupAlive(child));
  return stepMark === undefined ? groups : [...groups, ...listMarked(EXECUTION_VARIABLE, stepMark)];
}

/** Earlier versions marked what an execution started, and carried the numbers of one step over to the next. */
function tellsSteps({ stepMark }: InFlight): boolean {
  return stepMark !== undefined;
}

/** A process that lost the run and hangs, say: it may still be at work. This one knows that it is not. */
function listOwner(host: RuntimeHost, lost: InFlight): readonly number[] {
  const isThisProcess = lost.pid === host.pid && lost.pidStart === host.pidStart;
  return !isThisProcess && lost.pidStart !== undefined && isSameProcessAlive(lost) ? [lost.pid] : [];
}
