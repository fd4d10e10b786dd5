import { LobsterError } from "../errors.ts";
import type { KillMode } from "./end-process-group.ts";

/** How a program is ended by what its signal was aborted with: at once where the reason says so, as a step's timeout does. */
export function killModeOf(reason: unknown): KillMode {
  return reason instanceof LobsterError && reason.facts["immediate"] === true ? "immediate" : "graceful";
}
