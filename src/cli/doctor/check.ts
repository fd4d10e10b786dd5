import type { CliWorld } from "../world.ts";

/** What a look at one thing found. A `fix` beside `ok: true` is advice. */
export interface CheckResult {
  readonly ok: boolean;
  /** What was found; never the value of a secret. */
  readonly detail: string;
  readonly fix?: string;
}

/** A result with the name of what was looked at. */
export interface Check extends CheckResult {
  readonly name: string;
}

/** Looks at one thing without changing anything that lasts. */
export type RunCheck = (world: CliWorld) => Promise<CheckResult>;
