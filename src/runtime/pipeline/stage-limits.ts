import { DEFAULT_MAX_OUTPUT_BYTES } from "../process/output-limit.ts";

/** Caps and waits of a pipeline. Times in ms, sizes in bytes. */
export interface StageLimits {
  /** Per stream of one process. */
  readonly maxOutputBytes: number;
  /** Body of one HTTP response; `LOBSTER_MAX_HTTP_RESPONSE_BYTES` may lower it. */
  readonly maxResponseBytes: number;
  /** Wait for one HTTP exchange; a stage's own `--timeout-ms` wins. */
  readonly fetchTimeoutMs: number;
  /** The same for a language model, which thinks longer. */
  readonly llmTimeoutMs: number;
}

/** What holds where a host says nothing else. */
export const DEFAULT_STAGE_LIMITS: StageLimits = {
  maxOutputBytes: DEFAULT_MAX_OUTPUT_BYTES,
  maxResponseBytes: 10 * 1024 * 1024,
  fetchTimeoutMs: 30_000,
  llmTimeoutMs: 120_000,
};
