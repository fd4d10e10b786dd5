import { uptimeOf, type Clock } from "../runtime/ports.ts";
import type { Log, LogFacts } from "./log.ts";

/** One problem that stays is told this often, ms. */
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * A log for what is tried again every second: a warning or an error with the same facts as an earlier one is left out for ten
 * minutes, so that the log of a bot with one broken run can still be read. Another problem is told at once.
 */
export function createSeldomLog(log: Log, clock: Pick<Clock, "now" | "uptime">): Log {
  /** When each problem was told last, on the clock's count of uptime, ms; the oldest first. */
  const told = new Map<string, number>();
  const isDue = (level: string, event: string, facts: LogFacts | undefined): boolean => {
    const now = uptimeOf(clock);
    for (const [problem, at] of told) if (now - at >= AGAIN_AFTER_MS) told.delete(problem);
    const problem = JSON.stringify([level, event, facts ?? null]);
    if (told.has(problem)) return false;
    told.set(problem, now);
    return true;
  };
  return {
    info: (event, facts) => log.info(event, facts),
    warn: (event, facts) => {
      if (isDue("warn", event, facts)) log.warn(event, facts);
    },
    error: (event, facts) => {
      if (isDue("error", event, facts)) log.error(event, facts);
    },
  };
}
