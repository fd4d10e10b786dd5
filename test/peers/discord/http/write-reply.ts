import type { ServerResponse } from "node:http";
import type { WireValue } from "../../shared/wire.ts";
import type { RateState } from "./rate-limits.ts";

/** An answer with its headers. Without a body there is no content type either: clients trip over an empty JSON body. */
export interface HttpReply {
  readonly status: number;
  readonly body?: WireValue;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes an answer. */
export function writeReply(response: ServerResponse, reply: HttpReply): void {
  const { status, body, headers } = reply;
  if (body === undefined) {
    response.writeHead(status, { ...headers });
    response.end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": bytes.length,
  });
  response.end(bytes);
}

/** Writes the first half of an answer and ends the connection when it is out. */
export function writeHalf(response: ServerResponse, { status, body }: HttpReply): void {
  const bytes = Buffer.from(JSON.stringify(body ?? {}));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length + 1 });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

/** The headers that tell a client where it stands in its bucket. */
export function encodeRate({ limit, remaining, resetAt, resetAfterMs, bucket }: RateState): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": (resetAt / 1000).toFixed(3),
    "x-ratelimit-reset-after": (resetAfterMs / 1000).toFixed(3),
    "x-ratelimit-bucket": bucket,
  };
}

/** 429: `retry_after` in the body is a fraction of seconds, the header whole seconds. */
export function limitReply(retryAfterS: number, isGlobal: boolean, headers: Record<string, string> = {}): HttpReply {
  return {
    status: 429,
    body: { message: "You are being rate limited.", retry_after: retryAfterS, global: isGlobal },
    headers: {
      ...headers,
      "retry-after": String(Math.ceil(retryAfterS)),
      "x-ratelimit-scope": isGlobal ? "global" : "user",
      ...(isGlobal ? { "x-ratelimit-global": "true" } : {}),
    },
  };
}
