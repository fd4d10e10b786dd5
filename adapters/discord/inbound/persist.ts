import { persistWith, type PersistParts } from "../../../src/bot/platform/persist.ts";
import { call, describeFailure, findFinalError, type Called } from "../wire/called.ts";
import { DiscordError } from "../wire/discord-error.ts";

/**
 * Makes a request that a start needs until Discord answers it. Only for requests that may be made twice. Throws a
 * {@link DiscordError}: the token was refused, the request was, or Discord could not be reached for a minute.
 */
export function persist<T>(parts: PersistParts, request: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    const called = await call(request);
    if (called.kind === "ok") return called;
    throwIfFinal(called);
    return { kind: "failed", failure: describeFailure(called) } as const;
  };
  return persistWith(parts, "discord", attempt, describeOutage);
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
