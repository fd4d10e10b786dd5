import { persistWith, type PersistParts } from "../../../src/bot/platform/persist.ts";
import { call, describeFailure, findFinalError, type Called } from "../wire/called.ts";
import { TelegramError } from "../wire/telegram-error.ts";

/**
 * Makes a request that a start needs until Telegram answers it. Only for requests that may be made twice. Throws a
 * {@link TelegramError}: the token was refused, the request was, or Telegram could not be reached for a minute.
 */
export function persist<T>(parts: PersistParts, request: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    const called = await call(request);
    if (called.kind === "ok") return called;
    throwIfFinal(called);
    return { kind: "failed", failure: describeFailure(called) } as const;
  };
  return persistWith(parts, "telegram", attempt, describeOutage);
}

/** The error of a start that did not get through. */
function describeOutage(why: string): TelegramError {
  return new TelegramError(
    "unreachable",
    `Telegram could not be reached (${why}). Check the network and TELEGRAM_API_ROOT, then start again.`,
  );
}

function throwIfFinal(called: Called<unknown>): void {
  if (called.kind !== "refused") return;
  const final = findFinalError(called);
  if (final !== undefined) throw final;
  if (called.retryAfterMs === undefined) {
    throw new TelegramError("refused", `Telegram refused to start the bot: ${called.description}.`);
  }
}
