import { LobsterError, messageOf } from "../errors.ts";
import type { RetryDefinition, StepDefinition } from "../workflow/definition.ts";
import type { Execution } from "./execution.ts";

const DEFAULT_RETRY: RetryDefinition = {
  max: 1,
  backoff: "fixed",
  delayMs: 1000,
  maxDelayMs: 30_000,
  jitter: false,
};

/** What {@link runAttempts} hands to each attempt. */
export interface Attempt {
  /** 1-based. */
  readonly number: number;
  /** Aborts when the run is cancelled or the step's own time is up. */
  readonly signal: AbortSignal;
}

/** How attempts are made. */
export interface AttemptOptions {
  /** Number of the first one: a step that stopped at a gate goes on in the attempt that stopped. Default 1. */
  readonly first?: number;
  /** What it throws ends the attempts. */
  readonly beforeRetry?: () => void;
}

/**
 * Runs a step's work with its `timeout_ms` (per attempt) and `retry` (workflows-and-checkpoints §5). Never retried are a
 * cancellation of the run, a failure marked as final, and an attempt that has sent something (`effects.dispatched`): the
 * other side may have acted on it. Returns the result with the number of attempts used.
 */
export async function runAttempts<T>(
  execution: Execution,
  step: Pick<StepDefinition, "id" | "timeoutMs" | "retry">,
  work: (attempt: Attempt) => Promise<T>,
  options: AttemptOptions = {},
): Promise<{ readonly value: T; readonly attempts: number }> {
  const retry = step.retry ?? DEFAULT_RETRY;
  for (let number = options.first ?? 1; ; number += 1) {
    const { dispatched } = execution.effects;
    try {
      return { value: await runTimed(execution.signal, step, (signal) => work({ number, signal })), attempts: number };
    } catch (thrown) {
      execution.signal.throwIfAborted();
      if (number >= retry.max || isFinal(thrown) || execution.effects.dispatched > dispatched) throw thrown;
      options.beforeRetry?.();
      const delayMs = retryDelay(retry, number, () => Number.parseInt(execution.host.ids.hex(4), 16) / 2 ** 32);
      execution.warn(
        `[RETRY] Step '${step.id}' failed (attempt ${number}/${retry.max}): ${messageOf(thrown)}. Retrying in ${delayMs}ms...\n`,
      );
      await execution.host.clock.sleep(delayMs, execution.signal);
    }
  }
}

/** A failure that another attempt cannot mend or must not repeat. */
export function isFinal(thrown: unknown): boolean {
  if (!(thrown instanceof LobsterError)) return false;
  return thrown.code === "halted" || thrown.code === "cancelled" || thrown.facts["final"] === true;
}

/** Milliseconds before the attempt after `failures` failures; jitter is up to 10 % either way, then capped. */
export function retryDelay(retry: RetryDefinition, failures: number, random: () => number): number {
  const base =
    retry.backoff === "exponential" ? Math.min(retry.delayMs * 2 ** (failures - 1), retry.maxDelayMs) : retry.delayMs;
  if (!retry.jitter) return Math.max(0, Math.round(base));
  const varied = base + base * 0.1 * (random() * 2 - 1);
  return Math.max(0, Math.round(Math.min(varied, retry.maxDelayMs)));
}

async function runTimed<T>(
  signal: AbortSignal,
  step: Pick<StepDefinition, "id" | "timeoutMs">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (step.timeoutMs === undefined) return await work(signal);
  return await runWithin(signal, step.timeoutMs, `Step '${step.id}' timed out after ${step.timeoutMs}ms`, work);
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs`; the abort reason is a `timed_out` error saying `message`, whose
 * `immediate` fact tells the process runner to kill at once, as Lobster does for a step's own timeout (§5.1).
 */
export async function runWithin<T>(
  signal: AbortSignal,
  timeoutMs: number,
  message: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expiry = new AbortController();
  const reason = new LobsterError("timed_out", message, { facts: { immediate: true } });
  const timer = setTimeout(() => expiry.abort(reason), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, expiry.signal]));
  } catch (thrown) {
    signal.throwIfAborted();
    if (expiry.signal.aborted && thrown instanceof Error && thrown.name === "AbortError") throw reason;
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
