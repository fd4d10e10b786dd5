import { findLastGate, type RunView } from "../cards/run-view.ts";

/** Whoever decided a gate, or started a run, has this long to take it up before the bot does, ms. */
const GRACE_MS = 10_000;

/**
 * True for a run that nobody takes up although it could go on: its gate was decided, or it was started, by a process that
 * is gone; or it was under way when its process died (executing it then reports it as interrupted, and runs nothing).
 * Asking for a run that somebody holds is harmless: the runtime gives the lease to one.
 */
export function needsExecution(view: RunView, nowMs: number): boolean {
  const { run } = view;
  switch (run.status) {
    case "over":
      return false;
    case "queued":
      return isOld(run.startedAt, nowMs);
    case "waiting": {
      const decision = findLastGate(view)?.decision;
      return decision !== undefined && isOld(decision.at, nowMs);
    }
    case "running":
      // Its lease is renewed while somebody executes it; one that is over belongs to a process that is gone.
      return isOld(run.lease?.until ?? run.startedAt, nowMs);
  }
}

function isOld(iso: string, nowMs: number): boolean {
  const at = Date.parse(iso);
  return Number.isNaN(at) || nowMs - at >= GRACE_MS;
}
