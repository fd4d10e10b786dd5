import { LobsterError } from "../../errors.ts";
import { ownMember } from "../../json.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import type { Environment } from "../../ports.ts";

/**
 * The cap for a response body in bytes: the lower of the host's and `LOBSTER_MAX_HTTP_RESPONSE_BYTES` (blank: unset). Throws
 * a usage error for any other text than a positive integer (stages-and-cli §14.4).
 */
export function resolveResponseLimit(environment: Environment, hostCap: number): number {
  const text = ownMember(environment, "LOBSTER_MAX_HTTP_RESPONSE_BYTES")?.trim() ?? "";
  if (text === "") return hostCap;
  const bytes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(bytes) || bytes <= 0) {
    throw usageError("LOBSTER_MAX_HTTP_RESPONSE_BYTES must be a positive safe integer (bytes)");
  }
  return Math.min(bytes, hostCap);
}

/** The body of a response as text. One that is, or says it is, larger than the cap is given up: `output_limit`. */
export async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const declared = Number(response.headers.get("content-length") ?? "0");
  if (declared > maxBytes) {
    await response.body?.cancel();
    throw exceeded(maxBytes);
  }
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    if (bytes > maxBytes) throw exceeded(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function exceeded(maxBytes: number): LobsterError {
  return new LobsterError("output_limit", `HTTP response body exceeded ${maxBytes} bytes`, { facts: { maxBytes } });
}
