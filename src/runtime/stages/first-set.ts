import { ownMember } from "../json.ts";
import type { Environment } from "../ports.ts";

/** The first of some variables that holds more than blanks, trimmed; empty ones block nothing (the peer's fault F23). */
export function firstSet(environment: Environment, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = ownMember(environment, name)?.trim() ?? "";
    if (value !== "") return value;
  }
  return undefined;
}
