import type { ApiError } from "../api/error.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Answer } from "./method.ts";

/** What goes back to the bot. */
export interface Reply {
  readonly status: number;
  readonly body: Wire;
}

/** The reply of a method that worked. */
export function replyOk({ result, description }: Answer): Reply {
  return { status: 200, body: { ok: true, result, description } };
}

/** The reply of a refusal. */
export function replyError(error: ApiError): Reply {
  return replyWith(error.code, error.message, error.parameters);
}

/** A reply with any status, as faults make them. */
export function replyWith(status: number, description: string, parameters?: Wire): Reply {
  return { status, body: { ok: false, error_code: status, description, parameters } };
}
