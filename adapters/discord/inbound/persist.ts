import type { Log } from "../../../src/bot/log.ts";
import { createBackoff } from "../../../src/bot/platform/backoff.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { call, describeFailure, findFinalError, type Called } from "../wire/called.ts";
import { DiscordError } from "../wire/discord-error.ts";

/** What asking again takes. */
export interface PersistParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** A start that takes longer is given up, ms: whoever starts the bot is told, and may start it again. */
export const START_LIMIT_MS = 60_000;

/**
 * Makes a request that a start needs until Discord answers it. Only for requests that may be made twice. Throws a
 * {@link DiscordError}: the token was refused, the request was, or Discord could not be reached for a minute.
 */
export async function persist<T>(parts: PersistParts, request: () => Promise<T>): Promise<T> {
  const { clock, log, signal } = parts;
  const backoff = createBackoff(log, "discord");
  const untilMs = clock.now() + START_LIMIT_MS;
  for (;;) {
    const called = await call(request);
    if (called.kind === "ok") {
      backoff.succeeded();
      return called.value;
    }
    throwIfFinal(called);
    const waitMs = backoff.failed(describeFailure(called));
    if (signal.aborted || clock.now() + waitMs > untilMs) throw describeOutage(describeFailure(called).why);
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

/** The error of a start that did not get through. */
export function describeOutage(why: string): DiscordError {
  return new DiscordError(
    "unreachable",
    `Discord could not be reached (${why}). Check the network and DISCORD_API_BASE, then start again.`,
  );
}

function throwIfFinal(called: Called<unknown>): void {
  if (called.kind !== "refused") return;
  const final = findFinalError(called);
  if (final !== undefined) throw final;
  if (called.retryAfterMs === undefined) {
    throw new DiscordError("refused", `Discord refused to start the bot: ${called.description}.`);
  }
}
