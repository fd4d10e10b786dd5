import { createBackoff } from "../../../src/bot/platform/backoff.ts";
import { call, describeFailure, findFinalError } from "../wire/called.ts";
import type { TelegramClient } from "../client.ts";
import { POLL_TIMEOUT_S } from "../wire/poll-timeout.ts";
import { eventIdOf, WANTED_EVENTS } from "../decode.ts";
import type { PersistParts } from "../../../src/bot/platform/persist.ts";
import type { Receiver } from "../receive.ts";

/** What long polling takes. `signal` ends it. */
export interface PollParts extends PersistParts {
  readonly client: TelegramClient;
  readonly receiver: Pick<Receiver, "take">;
}

/**
 * Fetches updates until the signal ends it. Rejects with a {@link TelegramError} when Telegram will give no more: the
 * token was refused, or something else fetches them.
 *
 * A loop of our own, because the next request for updates is what confirms the last ones, and none of the loops at hand
 * keeps both promises: grammY's own hands over one update after another, so that a slow one holds up every
 * conversation; its runner confirms what it has not handled yet, so that a crash loses presses. Here a whole batch is
 * handed over at once, in order within each conversation, and the next request waits until every update of it is
 * handled or, when that takes long, stored. A request that was cut repeats the same offset: what it brought comes again.
 */
export async function poll(parts: PollParts): Promise<void> {
  const { client, receiver, signal } = parts;
  const backoff = createBackoff(parts.log, "telegram");
  const polling = client.polling(signal);
  let offset = 0;
  let asked = 0;
  while (!signal.aborted) {
    const request = { offset, timeout: POLL_TIMEOUT_S, allowed_updates: [...WANTED_EVENTS] };
    const fetched = await call(() => polling.getUpdates(request));
    // A request that was cut by the end may have brought something: it is not confirmed, so it comes again.
    if (signal.aborted) break;
    asked = offset;
    if (fetched.kind === "ok") {
      backoff.succeeded();
      offset = (await receiver.take(fetched.value)) ? nextOffset(offset, fetched.value) : offset;
      continue;
    }
    const final = fetched.kind === "refused" ? findFinalError(fetched) : undefined;
    if (final !== undefined) throw final;
    await parts.clock.sleep(backoff.failed(describeFailure(fetched)), signal).catch(() => undefined);
  }
  if (offset > asked) await confirm(parts, offset);
}

/** Every request with this offset confirms what came before it. */
function nextOffset(offset: number, updates: readonly unknown[]): number {
  return Math.max(offset, ...updates.map((update) => (eventIdOf(update) ?? 0) + 1));
}

const CONFIRM_LIMIT_MS = 3_000;

/** A last request, so that what was handled does not come again at the next start. What it brings is left for then. */
async function confirm({ client }: PollParts, offset: number): Promise<void> {
  const polling = client.polling(AbortSignal.timeout(CONFIRM_LIMIT_MS));
  await call(() => polling.getUpdates({ offset, limit: 1, timeout: 0 }));
}
