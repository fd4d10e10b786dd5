import { LobsterError } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { abortReason } from "../../pipeline/abort.ts";
import { stageFailure, usageError } from "../../pipeline/stage-error.ts";
import { stringifyJson } from "../../stable-json.ts";
import { readCapped } from "./read-capped.ts";

/** One HTTP exchange. Messages start with `label`. */
export interface JsonPost {
  readonly label: string;
  readonly url: URL;
  readonly token: string | undefined;
  readonly body: JsonValue;
  readonly signal: AbortSignal;
  /** For the whole exchange, redirects and body included. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** A response, whatever its status. */
export interface HttpAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** An http(s) URL. Throws a usage error with the given message, never the engine's. */
export function parseHttpUrl(text: string, message: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw usageError(message);
}

/**
 * Posts JSON and reads the answer. Redirects are followed within the same origin, and only those that keep the method
 * (the peer's fault F12). Throws `timed_out`, `output_limit`, `step_failed` when nobody could be reached, and the
 * signal's reason.
 */
export async function postJson(post: JsonPost): Promise<HttpAnswer> {
  const { label, signal, timeoutMs, url } = post;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await exchange(post, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    if (timeout.aborted) throw timedOut(label, url, timeoutMs);
    if (error instanceof LobsterError) throw error;
    throw stageFailure(`${label} could not reach ${url.origin} (${causeOf(error)}); check that it is running`, {
      cause: error,
    });
  }
}

const MAX_REDIRECTS = 5;

async function exchange(
  { label, url, token, body, maxResponseBytes }: JsonPost,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(target, {
      method: "POST",
      headers,
      body: stringifyJson(body),
      redirect: "manual",
      signal,
    });
    const { ok, status, statusText } = response;
    if (status < 300 || status >= 400) {
      return { ok, status, statusText, text: await readCapped(response, maxResponseBytes) };
    }
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) throw stageFailure(`${label} was redirected more than ${MAX_REDIRECTS} times`);
    target = followRedirect(label, target, response);
  }
}

function followRedirect(label: string, from: URL, { status, headers }: Response): URL {
  const location = headers.get("location") ?? "";
  if (status !== 307 && status !== 308) {
    throw stageFailure(`${label} got a redirect (${status}) that would drop the request; use the final URL`);
  }
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target?.origin === from.origin) return target;
  throw stageFailure(`${label} refuses a redirect from ${from.origin} to another origin; use the final URL`);
}

function timedOut(label: string, url: URL, timeoutMs: number): LobsterError {
  return new LobsterError(
    "timed_out",
    `${label} got no answer from ${url.origin} within ${timeoutMs} ms; check it, or allow more with --timeout-ms`,
    { facts: { host: url.host, timeoutMs } },
  );
}

/** The system's code for what went wrong, such as ECONNREFUSED; fetch hides it. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "network error";
}
