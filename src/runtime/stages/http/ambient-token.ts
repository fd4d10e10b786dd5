import { usageError } from "../../pipeline/stage-error.ts";
import type { Environment } from "../../ports.ts";
import { firstSet } from "../first-set.ts";

/** A bearer token and where it came from. `ambient` ones were found in the environment, not written into the pipeline. */
export interface BearerToken {
  readonly value: string;
  readonly ambient: boolean;
}

/** The token to send: the one given (an empty one means none), else the first from the environment. */
export function chooseToken(
  given: string | undefined,
  environment: Environment,
  names: readonly string[],
): BearerToken | undefined {
  if (given !== undefined) return given === "" ? undefined : { value: given, ambient: false };
  const value = firstSet(environment, names);
  return value === undefined ? undefined : { value, ambient: true };
}

/**
 * The one rule for tokens from the environment: they go to this machine only, whatever the URL came from
 * (stages-and-cli §14.2, fault F5). Throws before any request. `names` are the variables the token comes from.
 */
export function assertTokenMayGo(
  command: string,
  url: URL,
  token: BearerToken | undefined,
  names: readonly string[],
): void {
  if (token === undefined || !token.ambient || isLoopback(url)) return;
  throw usageError(
    `${command} refuses to send ${names.join("/")} to non-local --url; pass --token explicitly for remote endpoints`,
    { facts: { command, host: url.hostname } },
  );
}

/** True for this machine's own names, as the URL parser normalises them. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
