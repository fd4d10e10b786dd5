import type { Platform } from "../adapter.ts";
import type { Log } from "../log.ts";
import { createBackoff, type Failure } from "./backoff.ts";
import type { Clock } from "./clock.ts";

/** What asking again takes. `signal` ends it. */
export interface PersistParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** A start that takes longer is given up, ms: whoever starts the bot is told, and may start it again. */
export const START_LIMIT_MS = 60_000;

/** One try at something a start needs: what it gave, or why it may be tried again. Throws what no further try can change. */
export type Attempt<T> = () => Promise<
  { readonly kind: "ok"; readonly value: T } | { readonly kind: "failed"; readonly failure: Failure }
>;

/**
 * Tries until it works, with waits that grow; only for what may be done twice. Throws what `attempt` throws, and what
 * `giveUp` makes of the last failure once {@link START_LIMIT_MS} have passed or the signal came.
 */
export async function persistWith<T>(
  { clock, log, signal }: PersistParts,
  platform: Platform,
  attempt: Attempt<T>,
  giveUp: (why: string) => Error,
): Promise<T> {
  const backoff = createBackoff(log, platform);
  const untilMs = clock.now() + START_LIMIT_MS;
  for (;;) {
    const tried = await attempt();
    if (tried.kind === "ok") {
      backoff.succeeded();
      return tried.value;
    }
    const waitMs = backoff.failed(tried.failure);
    if (signal.aborted || clock.now() + waitMs > untilMs) throw giveUp(tried.failure.why);
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}
