import type { Log } from "../../../src/bot/log.ts";
import type { Called } from "../wire/called.ts";

/** How to get over an outage: how long to wait after each failure, and what to say of it in the log, once. */
export interface Backoff {
  /** Ms to wait after this failure. */
  failed(called: Exclude<Called<unknown>, { readonly kind: "ok" }>): number;
  succeeded(): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Waits twice as long after every failure in a row; Telegram's own wish to wait goes before. */
export function createBackoff(log: Log): Backoff {
  let failures = 0;
  return {
    failed: (called) => {
      const why = called.kind === "refused" ? `${called.code} ${called.description}` : called.why;
      if (failures === 0) log.warn("telegram_unreachable", { why });
      failures += 1;
      const asked = called.kind === "refused" ? called.retryAfterMs : undefined;
      return asked ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    },
    succeeded: () => {
      if (failures > 0) log.info("telegram_reachable", { failures });
      failures = 0;
    },
  };
}
