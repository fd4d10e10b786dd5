import { GrammyError, HttpError } from "grammy";
import type { Failure } from "../../../src/bot/platform/backoff.ts";
import { readNetworkError, type NetworkFailure } from "../../../src/bot/platform/network-error.ts";
import { TelegramError } from "./telegram-error.ts";

/** What became of one request. Texts in it come from Telegram or name an error code; never a token or a message. */
export type Called<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** Telegram answered no: nothing was done. */
  | Refusal
  | NetworkFailure;

/** A request that Telegram turned down. */
export interface Refusal {
  readonly kind: "refused";
  readonly code: number;
  readonly description: string;
  /** Too many requests: when the next one may come. */
  readonly retryAfterMs?: number;
  /** The group became a supergroup with this id. */
  readonly migratedTo?: number;
}

/** Makes one request, once. What goes wrong on the way is an outcome; anything else is a fault of ours and is thrown. */
export async function call<T>(request: () => Promise<T>): Promise<Called<T>> {
  try {
    return { kind: "ok", value: await request() };
  } catch (thrown) {
    if (thrown instanceof GrammyError) return readRefusal(thrown);
    if (thrown instanceof HttpError) return readNetworkError(thrown.error);
    throw thrown;
  }
}

/** Asked to wait without a number, wait this long, ms. */
const DEFAULT_RETRY_MS = 3_000;

function readRefusal({ error_code: code, description, parameters }: GrammyError): Called<never> {
  // A server that failed may have failed after it acted.
  if (code >= 500) return { kind: "unknown", why: `${code} ${description}` };
  const { retry_after: retryAfterS, migrate_to_chat_id: migratedTo } = parameters;
  const retryAfterMs = retryAfterS === undefined ? DEFAULT_RETRY_MS : retryAfterS * 1000;
  return {
    kind: "refused",
    code,
    description,
    ...(code === 429 ? { retryAfterMs } : {}),
    ...(migratedTo === undefined ? {} : { migratedTo }),
  };
}

/** What to say of a request that did not get through, and when to ask again. */
export function describeFailure(called: Exclude<Called<unknown>, { readonly kind: "ok" }>): Failure {
  if (called.kind !== "refused") return { why: called.why };
  return { why: `${called.code} ${called.description}`, retryAfterMs: called.retryAfterMs };
}

/**
 * The final error that a refusal of `getMe` or `getUpdates` means; undefined for one that passes. A malformed token is
 * answered with 404, a withdrawn one with 401.
 */
export function findFinalError({ code, description }: Refusal): TelegramError | undefined {
  if (code === 401 || code === 404) {
    return new TelegramError(
      "token_refused",
      `Telegram refused the bot token (${code}). Copy it again from @BotFather into TELEGRAM_BOT_TOKEN.`,
    );
  }
  if (code !== 409) return undefined;
  // Both conflicts have one code; only the text tells them apart.
  return /webhook/i.test(description)
    ? new TelegramError(
        "webhook_set_elsewhere",
        "Telegram delivers this bot's updates to a webhook that something else has set (409). Stop that, then start again.",
      )
    : new TelegramError(
        "second_poller",
        "Another process fetches updates with this bot's token (409). Stop it, or give this bot a token of its own.",
      );
}
