import { setImmediate } from "node:timers/promises";
import { readBootId } from "../../runtime/process/read-process-start.ts";
import { sweepRuns, type SweptRuns } from "../../runtime/retention/sweep-runs.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { systemClock } from "../../runtime/system.ts";

/** How the documents of a bot begin. */
const BOT_PREFIXES = ["chat_", "audit_"];

/**
 * Removes runs that have been over for 90 days. Where a bot keeps the directory it does this itself: only a bot knows whether all of
 * its cards tell how a run ended.
 */
export async function sweepOldRuns(store: StateStore, signal: AbortSignal): Promise<SweptRuns> {
  if (await hasBot(store)) return { removed: [], leftAlone: [], isComplete: false };
  return await sweepRuns({
    store,
    clock: systemClock,
    boot: readBootId(),
    // Interrupted, it leaves the rest to the next sweep.
    isDoneWith: ({ announce }) => Promise.resolve(announce.length === 0 && !signal.aborted),
    pause: () => setImmediate(undefined),
  });
}

async function hasBot(store: StateStore): Promise<boolean> {
  for (const prefix of BOT_PREFIXES) {
    if ((await store.list(prefix, { limit: 1 })).keys.length > 0) return true;
  }
  return false;
}
