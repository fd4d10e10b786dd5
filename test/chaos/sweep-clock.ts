import { uptimeOf, type Clock } from "../../src/runtime/ports.ts";

const DAY = 24 * 3_600_000;

/** A clock so far ahead, ms, of a machine that has been on for as long: two of them a day apart see each other so. */
export function aheadOf(clock: Clock, ms: number): Clock {
  return { ...clock, now: () => clock.now() + ms, uptime: () => uptimeOf(clock) + ms + DAY };
}
