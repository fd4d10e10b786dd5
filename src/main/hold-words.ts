import type { Config } from "../config/config.ts";
import type { BotMark } from "./hold-state.ts";

type Place = Pick<Config, "stateDirectory">;

/** Why a second bot does not start, and what to do. */
export function sayTaken({ stateDirectory }: Place, by: BotMark): string {
  return (
    `Another bot works on the state directory ${stateDirectory}: ${describe(by)}. ` +
    "Two would post every card twice. End that one first, or set LOBSTER_STATE_DIR to a directory of its own."
  );
}

/** That a bot which cannot be looked up from here is given time to show itself. */
export function sayWaiting({ stateDirectory }: Place, by: BotMark, forMs: number): string {
  return (
    `The state directory ${stateDirectory} was last used by a bot elsewhere: ${describe(by)}. ` +
    `Watching for ${forMs / 1000} s whether it still runs; without a sign of it this one starts.`
  );
}

function describe({ host, pid, since }: BotMark): string {
  return `process ${pid} on ${host === "" ? "an unknown machine" : host}${since === "" ? "" : `, since ${since}`}`;
}
