import { isGroupAlive } from "../process/left-groups.ts";
import { readProcessStart } from "../process/read-process-start.ts";
import type { ChildProcess } from "../run/documents.ts";
import type { RunWriter } from "../run/run-writer.ts";
import type { Execution } from "./execution.ts";

/** More than these at once are not kept: the oldest say enough. */
const MAX_KEPT = 64;

/**
 * Keeps in the run which processes its step has started and still run, so that those that outlive this process are known.
 * What a step before it has left running is not the step's. Not waited for: the step goes on meanwhile, and a write that
 * fails costs nothing but this knowledge.
 */
export function recordChildren(writer: RunWriter): Execution["onSpawned"] {
  let step: string | undefined;
  let started: readonly ChildProcess[] = [];
  return (pid, stepMark) => {
    const pidStart = readProcessStart(pid);
    const before = step === stepMark ? started.filter(isGroupAlive) : [];
    step = stepMark;
    started = [...before, { pid, ...(pidStart === undefined ? {} : { pidStart }) }];
    const ofStep = started;
    const kept = writer.update((run) => {
      const { inFlight } = run;
      if (inFlight === undefined || inFlight.stepMark !== stepMark) return undefined;
      const children = ofStep.filter(isGroupAlive).slice(0, MAX_KEPT);
      return children.length === 0 ? undefined : { ...run, inFlight: { ...inFlight, children } };
    });
    kept.catch(() => undefined);
  };
}
