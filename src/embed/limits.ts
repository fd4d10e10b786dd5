import { DEFAULT_STAGE_LIMITS, type StageLimits } from "../runtime/pipeline/stage-limits.ts";

/** Executing time of a run that was started without a limit of its own, in ms: one hour, as on the command line. */
export const EMBED_TIMEOUT_MS = 3_600_000;

/** What one stream of one process may print, in bytes: 8 MiB. `LOBSTER_MAX_OUTPUT_BYTES` may lower it. */
export const EMBED_MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** Caps of stages that run in a host's process. */
export const EMBED_STAGE_LIMITS: StageLimits = { ...DEFAULT_STAGE_LIMITS, maxOutputBytes: EMBED_MAX_OUTPUT_BYTES };
