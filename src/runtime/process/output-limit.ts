import { LobsterError } from "../errors.ts";
import { ownMember } from "../json.ts";
import type { Environment } from "../ports.ts";

/** What a host allows one stream of one process when nothing else is configured, in bytes. */
export const DEFAULT_MAX_OUTPUT_BYTES = 512_000;

/**
 * The cap for each output stream of a step, in bytes: the lower of the host's and `LOBSTER_MAX_OUTPUT_BYTES` in the
 * step's environment, so that a workflow can lower the cap but never raise it (decision W25). Blank means unset. Any
 * other text than a positive integer throws `not_started` with the message peers pin.
 */
export function resolveOutputLimit(environment: Environment, hostCap: number = DEFAULT_MAX_OUTPUT_BYTES): number {
  const text = ownMember(environment, "LOBSTER_MAX_OUTPUT_BYTES")?.trim() ?? "";
  if (text === "") return hostCap;
  const bytes = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(bytes) || bytes <= 0) {
    throw new LobsterError("not_started", "LOBSTER_MAX_OUTPUT_BYTES must be a positive safe integer (bytes)", {
      facts: { reason: "invalid_setting" },
    });
  }
  return Math.min(bytes, hostCap);
}
