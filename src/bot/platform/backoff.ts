import type { Platform } from "../adapter.ts";
import type { Log } from "../log.ts";

/** How to get over an outage: how long to wait after each failure, and what to say of it in the log, once. */
export interface Backoff {
  /** Ms to wait after this failure. */
  failed(failure: Failure): number;
  succeeded(): void;
}

/** A request that did not get through. `why` comes from the platform or names an error code. */
export interface Failure {
  readonly why: string;
  /** What the platform asked for. */
  readonly retryAfterMs?: number | undefined;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Waits twice as long after every failure in a row; the platform's own wish to wait goes before. */
export function createBackoff(log: Log, platform: Platform): Backoff {
  let failures = 0;
  return {
    failed: ({ why, retryAfterMs }) => {
      if (failures === 0) log.warn(`${platform}_unreachable`, { why });
      failures += 1;
      return retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    },
    succeeded: () => {
      if (failures > 0) log.info(`${platform}_reachable`, { failures });
      failures = 0;
    },
  };
}
