import type { Wire } from "../../shared/wire.ts";

/** Error codes the Bot API answers with, and the word its descriptions start with. */
const PREFIXES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  501: "Not Implemented",
} as const;

/** A code the peer refuses with. 501 is no answer of the platform: the peer itself does not know how. */
export type ErrorCode = keyof typeof PREFIXES;

/**
 * A refusal. `malformed` tells a request that breaks the platform's rules by itself, whatever the chats are like, from
 * one that came at the wrong time (blocked, gone, not modified …).
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly malformed: boolean;
  readonly parameters: Wire | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { readonly malformed?: boolean; readonly parameters?: Wire } = {},
  ) {
    super(describe(code, message));
    this.name = "ApiError";
    this.code = code;
    this.malformed = details.malformed ?? false;
    this.parameters = details.parameters;
  }
}

/** 400 for a request that breaks the platform's rules. */
export function malformed(message: string): ApiError {
  return new ApiError(400, message, { malformed: true });
}

/** 400 for a request that does not fit what is there now. */
export function badRequest(message: string, parameters?: Wire): ApiError {
  return new ApiError(400, message, parameters === undefined ? {} : { parameters });
}

/** 403: the bot may not, here. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, message);
}

/** 409: somebody else takes the updates. */
export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** 429 with the seconds to wait. */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `retry after ${seconds}`, { parameters: { retry_after: seconds } });
}

/** What the platform can do and the peer cannot: fails loudly instead of pretending. */
export function unsupported(what: string): ApiError {
  return new ApiError(501, `the test peer does not know ${what}`, { malformed: true });
}

/** `Bad Request: chat not found`: the first letter is lowered unless a name in capitals begins there. */
function describe(code: ErrorCode, message: string): string {
  const prefix = PREFIXES[code];
  if (message === "") return prefix;
  const isName = /^.[A-Z_]/.test(message);
  return `${prefix}: ${isName ? message : message.charAt(0).toLowerCase() + message.slice(1)}`;
}
