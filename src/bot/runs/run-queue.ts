import type { RunId } from "../../runtime/run/documents.ts";
import type { RunReport, Runtime } from "../../runtime/runtime.ts";
import { describeThrown, type Log } from "../log.ts";

/** What the queue tells while it works. */
export interface RunQueueParts {
  readonly runtime: Pick<Runtime, "execute">;
  /** Runs of one conversation that execute at a time. */
  readonly maxParallel: number;
  readonly log: Log;
  /** Something moved in a run: it began, a step began or ended, its place in the queue changed. */
  readonly onProgress: (runId: RunId) => void;
  /** An execution came to its next gate or its end; undefined when the runtime itself failed. */
  readonly onReport: (runId: RunId, report: RunReport | undefined) => void;
}

/** Executes runs in this process. Runs of one conversation go in parallel up to a number, others wait their turn. */
export interface RunQueue {
  /**
   * Returns how many runs go before it: 0 when it executes at once. A run that waits already stays where it is; one that
   * executes goes on once more afterwards, for its next gate can be opened as soon as it is shown.
   */
  enqueue(runId: RunId, conversation: string): number;
  /** How many runs go before a waiting run; undefined for one that does not wait. */
  positionOf(runId: RunId): number | undefined;
  /** True while this process executes the run or will. */
  holds(runId: RunId): boolean;
  /** True while this process executes the run. */
  executes(runId: RunId): boolean;
  /** Gives up the turns of a run that are still to come: it is over, or somebody else executes it. */
  drop(runId: RunId): void;
  /** How many runs execute or wait. */
  count(): number;
  /** Resolves when nothing executes and nothing waits. */
  idle(): Promise<void>;
  /** Starts nothing more. Executing runs go on until `abort` is called. */
  close(): void;
  /** Ends what executes; their process trees are ended first. */
  abort(): void;
}

interface Job {
  readonly runId: RunId;
  readonly conversation: string;
}

/** Creates the queue. */
export function createRunQueue(parts: RunQueueParts): RunQueue {
  const waiting: Job[] = [];
  const executing = new Map<RunId, { readonly job: Job; readonly controller: AbortController }>();
  const again = new Set<RunId>();
  const idleWaiters: (() => void)[] = [];
  let closed = false;

  const isFree = (conversation: string): boolean =>
    [...executing.values()].filter(({ job }) => job.conversation === conversation).length < parts.maxParallel;

  const startNext = (): void => {
    for (const job of Array.from(waiting)) {
      if (closed || !isFree(job.conversation)) continue;
      waiting.splice(waiting.indexOf(job), 1);
      void execute(job);
    }
    if (executing.size === 0 && (waiting.length === 0 || closed)) idleWaiters.splice(0).forEach((resolve) => resolve());
  };

  const execute = async (job: Job): Promise<void> => {
    const controller = new AbortController();
    executing.set(job.runId, { job, controller });
    const report = await tryExecute(parts, job.runId, controller.signal);
    executing.delete(job.runId);
    if (again.delete(job.runId) && !closed) waiting.push(job);
    parts.onReport(job.runId, report);
    startNext();
    for (const { runId, conversation } of waiting) {
      if (conversation === job.conversation) parts.onProgress(runId);
    }
  };

  const positionOf = (runId: RunId): number | undefined => {
    const job = waiting.find((candidate) => candidate.runId === runId);
    if (job === undefined) return undefined;
    const before = waiting
      .slice(0, waiting.indexOf(job))
      .filter(({ conversation }) => conversation === job.conversation);
    const running = [...executing.values()].filter((entry) => entry.job.conversation === job.conversation);
    return before.length + running.length;
  };

  const holds = (runId: RunId): boolean => executing.has(runId) || waiting.some((job) => job.runId === runId);

  return {
    enqueue: (runId, conversation) => {
      if (executing.has(runId)) again.add(runId);
      else if (!holds(runId) && !closed) waiting.push({ runId, conversation });
      startNext();
      return positionOf(runId) ?? 0;
    },
    positionOf,
    holds,
    executes: (runId) => executing.has(runId),
    drop: (runId) => {
      const at = waiting.findIndex((job) => job.runId === runId);
      if (at >= 0) waiting.splice(at, 1);
      again.delete(runId);
      startNext();
    },
    count: () => executing.size + waiting.length,
    idle: () =>
      executing.size === 0 && (waiting.length === 0 || closed)
        ? Promise.resolve()
        : new Promise((resolve) => idleWaiters.push(resolve)),
    close: () => {
      closed = true;
    },
    abort: () => {
      closed = true;
      for (const { controller } of executing.values()) controller.abort(new Error("The bot was stopped"));
      startNext();
    },
  };
}

/** Runs outlive what goes wrong around them: a store that is down is reported and tried again by the next full look. */
async function tryExecute(parts: RunQueueParts, runId: RunId, signal: AbortSignal): Promise<RunReport | undefined> {
  try {
    parts.onProgress(runId);
    return await parts.runtime.execute(runId, { signal, onEvent: () => parts.onProgress(runId) });
  } catch (thrown) {
    parts.log.error("execution_failed", { ...describeThrown(thrown), runId });
    return undefined;
  }
}
