/**
 * The `error.type` of an envelope. `parse_error` is the caller's mistake (exit 2); `doctor_error` is what `doctor` found and
 * `runtime_error` everything else (exit 1).
 */
export type ErrorType = "parse_error" | "runtime_error" | "doctor_error";

/** One thing that is wrong with a workflow file, with its place where it is known (both 1-based). */
export interface Problem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The file it is in, where that is not the file that was asked for but one it includes. */
  readonly filePath?: string;
}

/**
 * The literal codes of {@link LobsterError}. Code decides what happens next by these, never by message text
 * (the peer's fault W41).
 */
export type ErrorCode =
  | "invalid_request" // a call that cannot be understood; nothing was touched
  | "invalid_token"
  | "invalid_workflow" // the file does not load; `problems` has every reason
  | "invalid_state" // a stored document that cannot be read
  | "not_found" // no such checkpoint, run or approval id
  | "already_decided"
  | "refused" // the policy refuses this person or this decision; the gate stays open
  | "already_voted" // this person's vote stands already
  | "reason_required" // an approve needs a reason
  | "confirm_required" // an approve needs a text typed
  | "invalid_answer" // the answer misses the schema; the question stays open
  | "expired" // the gate's time is over; it can no longer be opened
  | "stale_digest"
  | "unknown_reference"
  | "invalid_condition"
  | "unsafe_substitution" // a value would have become code
  | "step_failed" // the step ran and failed
  | "cost_limit" // more was spent than `cost_limit` allows, or nobody knows how much
  | "not_started" // the step could not start: no effect happened
  | "timed_out"
  | "output_limit"
  | "cancelled"
  | "halted" // a pipeline stopped where a workflow cannot carry the pause
  | "busy" // somebody else holds the lease of the run
  | "interrupted" // its process died in a step; a person says whether that step runs again
  | "store_unavailable"
  | "unhealthy" // something keeps runs from working here; `doctor` says what
  | "internal";

/** What every expected failure of the runtime is thrown as. `facts` holds ids and names, never secrets or message text. */
export class LobsterError extends Error {
  readonly type: ErrorType;
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "LobsterError";
    this.code = code;
    this.type = details.type ?? (PARSE_CODES.has(code) ? "parse_error" : "runtime_error");
    this.problems = details.problems ?? [];
    this.facts = details.facts ?? {};
  }
}

/** Optional parts of a {@link LobsterError}. */
export interface ErrorDetails {
  /** Overrides the type that follows from the code. */
  readonly type?: ErrorType;
  readonly problems?: readonly Problem[];
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const PARSE_CODES: ReadonlySet<ErrorCode> = new Set([
  "invalid_request",
  "invalid_token",
  "refused",
  "already_voted",
  "reason_required",
  "confirm_required",
  "invalid_answer",
  "stale_digest",
  "expired",
]);

/** The text of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** True when `thrown` is a {@link LobsterError} with one of `codes`. */
export function hasCode(thrown: unknown, ...codes: readonly ErrorCode[]): thrown is LobsterError {
  return thrown instanceof LobsterError && codes.includes(thrown.code);
}

/** The code the system or Node gave a failure (`ENOENT`, `ERR_INVALID_ARG_VALUE` …); empty for anything else. */
export function systemCodeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
}
