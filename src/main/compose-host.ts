import { createPeopleDirectory } from "../bot/people/people-directory.ts";
import type { Config } from "../config/config.ts";
import { describeThisProcess, systemClock, systemIds, type RuntimeHost } from "../runtime/index.ts";

/**
 * What the bot's process gives the runtime. What its steps may see is the configuration's business: its own secrets and
 * ambient approvals are not in there.
 */
export function composeHost(
  config: Pick<Config, "people" | "defaults" | "environment">,
  given: Pick<RuntimeHost, "store" | "forceSignal">,
): RuntimeHost {
  return {
    ...given,
    clock: systemClock,
    ids: systemIds,
    environment: config.environment,
    ...describeThisProcess(),
    defaultTimeoutMs: config.defaults.timeoutMs,
    maxOutputBytes: config.defaults.maxOutputBytes,
    mode: "tool",
    directory: createPeopleDirectory(config),
  };
}
