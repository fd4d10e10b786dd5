import { DiscordAPIError, HTTPError, RateLimitError } from "discord.js";
import type { Failure } from "../../../src/bot/platform/backoff.ts";
import { readNetworkError, type NetworkFailure } from "../../../src/bot/platform/network-error.ts";
import { DiscordError } from "./discord-error.ts";

/** What became of one request. Texts in it come from Discord or name an error code; never a token or a message. */
export type Called<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** Discord answered no: nothing was done. */
  | Refusal
  | NetworkFailure;

/** A request that Discord turned down. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  /** Discord's own code (10008: no such message); 0 where it gave none. */
  readonly code: number;
  readonly description: string;
  /** Too many requests: when the next one may come. */
  readonly retryAfterMs?: number;
}

/** Makes one request, once. What goes wrong on the way is an outcome; anything else is a fault of ours and is thrown. */
export async function call<T>(request: () => Promise<T>): Promise<Called<T>> {
  try {
    return { kind: "ok", value: await request() };
  } catch (thrown) {
    if (thrown instanceof RateLimitError) return readLimit(thrown);
    if (thrown instanceof DiscordAPIError) return readRefusal(thrown);
    // A server that failed may have failed after it acted.
    if (thrown instanceof HTTPError) return { kind: "unknown", why: `status ${thrown.status}` };
    return readNetworkError(thrown);
  }
}

/** Asked to wait without a number, wait this long, ms. */
const DEFAULT_RETRY_MS = 3_000;

/** Shorter waits are not worth the request, ms. */
const MIN_RETRY_MS = 100;

/** A limit is kept here, before Discord has to refuse, or was told by Discord; either way nothing was done. */
function readLimit({ retryAfter }: RateLimitError): Refusal {
  const retryAfterMs = Number.isFinite(retryAfter) ? Math.max(MIN_RETRY_MS, Math.ceil(retryAfter)) : DEFAULT_RETRY_MS;
  return { kind: "refused", status: 429, code: 0, description: "Too many requests", retryAfterMs };
}

/** Codes with which Discord asks to come back later: slow mode, too many edits, overload. */
const LATER: ReadonlySet<number> = new Set([20016, 20022, 20028, 30046, 130000]);

function readRefusal({ status, code, rawError }: DiscordAPIError): Refusal {
  const number = typeof code === "number" ? code : 0;
  // The errors of single fields, which may quote what was sent, stay out.
  const description = "message" in rawError ? rawError.message : String(code);
  const isLater = status === 429 || LATER.has(number);
  const retry = isLater ? { retryAfterMs: DEFAULT_RETRY_MS } : {};
  return { kind: "refused", status, code: number, description, ...retry };
}

/** What to say of a request that did not get through, and when to ask again. */
export function describeFailure(called: Exclude<Called<unknown>, { readonly kind: "ok" }>): Failure {
  if (called.kind !== "refused") return { why: called.why };
  return { why: `${called.status} ${called.code} ${called.description}`, retryAfterMs: called.retryAfterMs };
}

/** The final error that a refusal of a request with the bot's token means; undefined for one that passes. */
export function findFinalError({ status }: Refusal): DiscordError | undefined {
  return status === 401 ? tokenRefused("401") : undefined;
}

/** Codes that say that the bot has another number of connections than it needs. */
const WRONG_SHARDS: ReadonlySet<number> = new Set([4010, 4011]);

/** True for a close code after which to connect anew, with as many connections as Discord recommends then. */
export function isWrongShards(code: number): boolean {
  return WRONG_SHARDS.has(code);
}

/**
 * The final error that a close code of the gateway means; undefined for one after which to connect again. Discord says of
 * 4012 and 4013, too, that nothing is to be tried again.
 */
export function findFinalClose(code: number): DiscordError | undefined {
  switch (code) {
    case 4004:
      return tokenRefused("4004");
    case 4013:
    case 4014:
      return new DiscordError(
        "intents_refused",
        `Discord refused the intents of the bot (${code}), although it asks for none that need a switch. Update lobster-chat, or look at the bot in the developer portal.`,
      );
    case 4012:
      return closedForGood(code);
    default:
      return undefined;
  }
}

/** Discord will not have this connection. */
export function closedForGood(code: number): DiscordError {
  return new DiscordError(
    "gateway_closed",
    `Discord closed the connection for good (${code}). Start again; if that does not help, update lobster-chat.`,
  );
}

function tokenRefused(how: string): DiscordError {
  return new DiscordError(
    "token_refused",
    `Discord refused the bot token (${how}). Reset it in the developer portal and copy it into DISCORD_BOT_TOKEN.`,
  );
}
