import type { RunDocument } from "../run/documents.ts";

/** How long a run that is over is kept with its gates, ms: 90 days. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;

/** True for a run that ended before `cutoff`, ms, and that nothing was stored in since. One with a time that is none is kept. */
export function isLongOver(run: RunDocument, cutoff: number): boolean {
  return run.status === "over" && run.outcome !== undefined && lastChangeOf(run) < cutoff;
}

/** The latest of all times that a run carries, ms; NaN where one cannot be read. */
function lastChangeOf({ startedAt, outcome, decisions, recoveries = [], cancelRequested }: RunDocument): number {
  const times = [startedAt, outcome?.at, cancelRequested?.at, ...[...decisions, ...recoveries].map(({ at }) => at)];
  return Math.max(...times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)])));
}
