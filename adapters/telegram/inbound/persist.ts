import { createBackoff } from "../../../src/bot/platform/backoff.ts";
import { call, describeFailure, findFinalError, type Called } from "../wire/called.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import type { Log } from "../../../src/bot/log.ts";
import { TelegramError } from "../wire/telegram-error.ts";

/** What asking again takes. */
export interface PersistParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** A start that takes longer is given up, ms: whoever starts the bot is told, and may start it again. */
const START_LIMIT_MS = 60_000;

/**
 * Makes a request that a start needs until Telegram answers it. Only for requests that may be made twice. Throws a
 * {@link TelegramError}: the token was refused, the request was, or Telegram could not be reached for a minute.
 */
export async function persist<T>(parts: PersistParts, request: () => Promise<T>): Promise<T> {
  const { clock, log, signal } = parts;
  const backoff = createBackoff(log, "telegram");
  const untilMs = clock.now() + START_LIMIT_MS;
  for (;;) {
    const called = await call(request);
    if (called.kind === "ok") {
      backoff.succeeded();
      return called.value;
    }
    throwIfFinal(called);
    const waitMs = backoff.failed(describeFailure(called));
    if (signal.aborted || clock.now() + waitMs > untilMs) throw describeOutage(called);
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

function throwIfFinal(called: Called<unknown>): void {
  if (called.kind !== "refused") return;
  const final = findFinalError(called);
  if (final !== undefined) throw final;
  if (called.retryAfterMs === undefined) {
    throw new TelegramError("refused", `Telegram refused to start the bot: ${called.description}.`);
  }
}

function describeOutage(called: Exclude<Called<unknown>, { readonly kind: "ok" }>): TelegramError {
  const { why } = describeFailure(called);
  return new TelegramError(
    "unreachable",
    `Telegram could not be reached (${why}). Check the network and TELEGRAM_API_ROOT, then start again.`,
  );
}
