import { LobsterError, messageOf } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import { isTakenOver } from "../run/fenced-writer.ts";
import { uptimeOf } from "../ports.ts";
import { LEASE_MS, renewedLease } from "../run/lease.ts";
import type { RunWriter } from "../run/run-writer.ts";
import type { RunEvent } from "../runtime.ts";
import { openLedger } from "./cost/ledger.ts";
import { createPricing } from "./cost/pricing.ts";
import { recordChildren } from "./children.ts";
import { cancelAsked, type Execution } from "./execution.ts";

/** How often an executing process looks whether somebody asked to cancel, in ms. */
const CANCEL_POLL_MS = 1000;

/** A running execution with its clocks. `close` stops them and tells the executing time used so far, in ms. */
export interface Session {
  readonly execution: Execution;
  close(): Promise<number>;
}

/**
 * Starts the clocks of an execution: the time limit (executing time only, never waiting time), the renewal of the lease,
 * and the look for cancel requests. All end with `close`.
 */
export function beginExecution(
  host: RuntimeHost,
  writer: RunWriter,
  options: { readonly signal?: AbortSignal; readonly onEvent?: (event: RunEvent) => void },
): Session {
  // Not the wall clock: a jump of it must not use up the run's time.
  const startedAt = performance.now();
  const stop = new AbortController();
  const budget = startBudget(writer, stop);
  const watch = watchRun(host, writer, stop);
  const onAbort = (): void => stop.abort(asCancellation(options.signal?.reason));
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted === true) onAbort();
  const before = writer.current.executedMs;
  const usedMs = (): number => before + Math.round(performance.now() - startedAt);
  const warn = (text: string): void => host.stderr?.(text);
  const mark = host.ids.uuid();
  return {
    execution: {
      host,
      writer,
      signal: stop.signal,
      effects: { started: false, dispatched: 0 },
      emit: (event) => options.onEvent?.(event),
      finished: [],
      usedMs,
      chosenChildren: new Map(),
      warn,
      cost: openLedger(writer.current.cost, () => createPricing(host.environment, warn)),
      mark,
      onSpawned: recordChildren(writer),
    },
    close: async () => {
      clearTimeout(budget);
      options.signal?.removeEventListener("abort", onAbort);
      await watch.stop();
      return usedMs();
    },
  };
}

/** The longest delay a timer takes; a longer limit is as good as none for one execution. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function startBudget(writer: RunWriter, stop: AbortController): NodeJS.Timeout | undefined {
  const { limits, executedMs } = writer.current;
  if (limits.timeoutMs === null) return undefined;
  const left = Math.min(Math.max(0, limits.timeoutMs - executedMs), MAX_TIMER_MS);
  return setTimeout(() => stop.abort(new LobsterError("timed_out", "lobster runtime timed out")), left);
}

/** Renews the lease and reads cancel requests, one look after another. */
function watchRun(host: RuntimeHost, writer: RunWriter, stop: AbortController): { readonly stop: () => Promise<void> } {
  const ended = new AbortController();
  let busy: Promise<void> = Promise.resolve();
  const inTurn = (look: () => Promise<void>): void => {
    // A look that fails is tried again at the next one; writes of the run itself report a store that is down.
    busy = busy.then(look).catch((thrown: unknown) => {
      if (isTakenOver(thrown)) stop.abort(thrown);
    });
  };
  const readCancel = async (): Promise<void> => {
    const run = await writer.refresh();
    if (run.cancelRequested !== undefined) stop.abort(cancelAsked(run.id));
  };
  const renew = async (): Promise<void> => {
    await writer.refresh();
    await writer.update((run) =>
      run.lease === undefined ? undefined : { ...run, lease: renewedLease(host, run.lease) },
    );
  };
  const timer = setInterval(() => inTurn(readCancel), CANCEL_POLL_MS);
  void repeat(host, ended.signal, () => inTurn(renew));
  return {
    stop: async () => {
      clearInterval(timer);
      ended.abort();
      await busy;
    },
  };
}

/** Acts every third of a lease, until stopped; a clock that does not sleep is only looked at once a turn of the event loop. */
async function repeat({ clock }: RuntimeHost, stopped: AbortSignal, act: () => void): Promise<void> {
  let dueAt = uptimeOf(clock) + LEASE_MS / 3;
  for (;;) {
    await clock.sleep(LEASE_MS / 3, stopped).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    if (stopped.aborted) return;
    if (uptimeOf(clock) < dueAt) continue;
    dueAt = uptimeOf(clock) + LEASE_MS / 3;
    act();
  }
}

/** The abort reason of a caller as an error of ours; its words stay its own (workflows-and-checkpoints §15). */
function asCancellation(reason: unknown): LobsterError {
  if (reason instanceof LobsterError) return reason;
  return new LobsterError("cancelled", messageOf(reason ?? "This operation was aborted"), { cause: reason });
}
