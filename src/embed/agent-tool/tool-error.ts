import type { FailureEnvelope } from "../../runtime/envelope.ts";
import { LobsterError, type ErrorType } from "../../runtime/errors.ts";

/** Everything a call of the tool fails with. `code` is the runtime's error type: whose mistake it was. */
export class LobsterToolError extends Error {
  readonly code: ErrorType;
  /** The failure as a program reads it: the envelope, and where they exist the flow, and the gate that is still there. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorType, message: string, details: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "LobsterToolError";
    this.code = code;
    this.details = details;
  }
}

/** A call that cannot be understood; nothing was touched. */
export function callError(message: string): LobsterToolError {
  return new LobsterToolError("parse_error", message);
}

/** Anything thrown, as an error of the tool where it is one of the runtime. */
export function toToolError(thrown: unknown): unknown {
  if (!(thrown instanceof LobsterError)) return thrown;
  return new LobsterToolError(thrown.type, thrown.message, {}, thrown);
}

/** What the runtime says went wrong. */
export function failureError(envelope: FailureEnvelope, message = envelope.error.message): LobsterToolError {
  return new LobsterToolError(envelope.error.type, message === "" ? "lobster runtime failed" : message, { envelope });
}
