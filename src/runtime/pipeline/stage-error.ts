import { LobsterError, type ErrorDetails } from "../errors.ts";

/**
 * A stage that was written wrongly: an unknown option, a value that does not fit, a missing word. Found before anything
 * runs. A `runtime_error`, as the peer answers it.
 */
export function usageError(message: string, details: ErrorDetails = {}): LobsterError {
  return new LobsterError("invalid_request", message, { type: "runtime_error", ...details });
}

/** A stage that ran and failed; its effects may have happened. */
export function stageFailure(message: string, details: ErrorDetails = {}): LobsterError {
  return new LobsterError("step_failed", message, details);
}

/** A stage that could not start what it was to do: its effect did not happen. */
export function notStarted(message: string, details: ErrorDetails = {}): LobsterError {
  return new LobsterError("not_started", message, details);
}
