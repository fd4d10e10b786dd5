import { isGroupAlive } from "../process/left-groups.ts";
import { readProcessStart } from "../process/read-process-start.ts";
import type { ChildProcess } from "../run/documents.ts";
import type { RunWriter } from "../run/run-writer.ts";

/** More than these at once are not kept: the oldest say enough. */
const MAX_KEPT = 64;

/**
 * Keeps in the run which processes its step has started and still run, so that those that outlive this process are known.
 * Not waited for: the step goes on meanwhile, and a write that fails costs nothing but this knowledge.
 */
export function recordChildren(writer: RunWriter, mark: string): (pid: number) => void {
  let started: readonly ChildProcess[] = [];
  return (pid) => {
    const pidStart = readProcessStart(pid);
    started = [...started.filter(isGroupAlive), { pid, ...(pidStart === undefined ? {} : { pidStart }) }];
    const kept = writer.update((run) => {
      const { inFlight } = run;
      if (inFlight === undefined || inFlight.execution !== mark) return undefined;
      const children = started.filter(isGroupAlive).slice(0, MAX_KEPT);
      return children.length === 0 ? undefined : { ...run, inFlight: { ...inFlight, children } };
    });
    kept.catch(() => undefined);
  };
}
