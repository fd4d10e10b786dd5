import type { Wire } from "../../shared/wire.ts";
import { API_ERRORS } from "./codes.ts";
import type { ApiErrorCode } from "./codes.ts";
import { nestProblems } from "./problem.ts";
import type { Problem } from "./problem.ts";

/**
 * A refusal as Discord words it. `malformed` tells a request that breaks the platform's rules by itself, whatever the
 * channels are like, from one that came at the wrong time or to the wrong place.
 */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  readonly malformed: boolean;
  readonly body: Wire;
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusal: {
    readonly code: number;
    readonly status: number;
    readonly message: string;
    readonly malformed: boolean;
    readonly extra?: Wire;
    readonly headers?: Readonly<Record<string, string>>;
  }) {
    super(refusal.message);
    this.name = "ApiError";
    this.code = refusal.code;
    this.status = refusal.status;
    this.malformed = refusal.malformed;
    this.body = { message: refusal.message, code: refusal.code, ...refusal.extra };
    this.headers = refusal.headers ?? {};
  }
}

/** A refusal with one of Discord's codes. */
export function refuse(code: ApiErrorCode): ApiError {
  return new ApiError({ code, ...API_ERRORS[code] });
}

/** "Invalid Form Body" with what is wrong where. Malformed, unless it says what only turned out wrong here and now. */
export function refuseForm(
  problems: readonly Problem[],
  { malformed = true }: { readonly malformed?: boolean } = {},
): ApiError {
  return new ApiError({ code: 50035, ...API_ERRORS[50035], malformed, extra: { errors: nestProblems(problems) } });
}

/** Throws "Invalid Form Body" unless there are no problems. */
export function assertNoProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw refuseForm(problems);
}

/** A refusal by HTTP status alone: 401, 404 or 405 with code 0. */
export function refuseStatus(status: 401 | 404 | 405): ApiError {
  const words = { 401: "401: Unauthorized", 404: "404: Not Found", 405: "405: Method Not Allowed" }[status];
  return new ApiError({ code: 0, status, message: words, malformed: true });
}

/** What the platform can do and the peer cannot: fails loudly instead of pretending. */
export function unsupported(what: string): ApiError {
  return new ApiError({ code: 0, status: 501, message: `The test peer does not know ${what}`, malformed: true });
}

/** What a thrown error is answered with. Errors of the peer itself are loud: 500, written down as malformed. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = `The test peer failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return new ApiError({ code: 0, status: 500, message, malformed: true });
}
