import type { RuntimeHost } from "../host.ts";
import { endGroups, isGroupAlive } from "../process/left-groups.ts";
import { isSameProcessAlive } from "../process/read-process-start.ts";
import type { ChildProcess, InFlight } from "../run/documents.ts";
import { isOfThisPlace } from "../run/process-marks.ts";
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
    const pids = [...listGroups(lost), ...listOwner(host, lost)].map(({ pid }) => pid);
    return pids.length === 0 ? { kind: "none" } : { kind: "running", pids };
  }
  // The same machine, started again since: nothing outlives that.
  if (machine === undefined || machine === host.hostName) return { kind: "none" };
  return { kind: "elsewhere", host: machine };
}

/** Ends what is left of an interrupted step on this machine. Tells what could not be ended. */
export async function endSurvivors(host: RuntimeHost, interruption: Interruption): Promise<Survivors> {
  const { lost } = interruption;
  if (lost !== undefined && isOfThisPlace(host, lost)) await endGroups(listGroups(lost));
  return findSurvivors(host, interruption);
}

/** Only a process whose start is known is taken for the one that was started. */
function listGroups({ children = [] }: InFlight): readonly ChildProcess[] {
  return children.filter((child) => child.pidStart !== undefined && isGroupAlive(child));
}

/** A process that lost the run and hangs, say: it may still be at work. This one knows that it is not. */
function listOwner(host: RuntimeHost, lost: InFlight): readonly InFlight[] {
  const isThisProcess = lost.pid === host.pid && lost.pidStart === host.pidStart;
  return !isThisProcess && lost.pidStart !== undefined && isSameProcessAlive(lost) ? [lost] : [];
}
