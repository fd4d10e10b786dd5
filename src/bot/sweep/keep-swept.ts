import { readBootId } from "../../runtime/process/read-process-start.ts";
import type { Clock } from "../../runtime/ports.ts";
import { sweepRuns } from "../../runtime/retention/sweep-runs.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import type { SharedCore } from "../core.ts";
import { describeThrown } from "../log.ts";
import { SEEN_SHELF } from "../seen-events.ts";
import { sweepExpired } from "../storage/keyv-store.ts";
import { forgetLost } from "./forget-lost.ts";
import { isDoneWith } from "./is-done-with.ts";

/** How often it is looked whether something is to be removed, ms. Old runs are looked for about once a day. */
const LOOK_MS = 60 * 60_000;

/** How long everything else has its turn after a run was removed, or so many documents were looked at, ms. */
const PAUSE_MS = 25;

/**
 * Removes event ids whose time is over, and runs that have been over for 90 days with everything that is kept about them, now and then
 * until `signal` aborts. Resolves then; what fails is logged and tried again.
 */
export async function keepSwept(core: SharedCore, store: StateStore, signal: AbortSignal): Promise<void> {
  const { clock } = core;
  while (!signal.aborted) {
    await attempt(core, signal, () => sweepExpired(store, SEEN_SHELF, clock.now()));
    await attempt(core, signal, () => sweepOldRuns(core, store, signal));
    await clock.sleep(LOOK_MS, signal).catch(() => undefined);
  }
}

async function sweepOldRuns(core: SharedCore, store: StateStore, signal: AbortSignal): Promise<void> {
  const { clock, keeper, log } = core;
  const pause = (): Promise<void> => pauseOn(clock, signal);
  const { removed, leftAlone } = await sweepRuns({
    store,
    clock,
    boot: readBootId(),
    isDoneWith: (run) => isDoneWith(core, run),
    removeLost: () => forgetLost(core, { store, pause }),
    // Whoever keeps the cards forgets a run that it finds gone.
    onRemoved: (runId) => keeper.refresh(runId),
    pause,
  });
  for (const { key, message } of leftAlone) log.warn("document_left_alone", { key, how: message });
  if (removed.length > 0) log.info("runs_removed", { runs: removed.length });
}

async function pauseOn(clock: Clock, signal: AbortSignal): Promise<void> {
  await clock.sleep(PAUSE_MS, signal);
}

async function attempt(core: SharedCore, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!signal.aborted) core.log.warn("sweep_failed", describeThrown(thrown));
  }
}
