import { createContext, Script, type Context } from "node:vm";

/** A calculation that was stopped because it took too long. */
export class TimeLimitError extends Error {
  readonly code = "time_limit";
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`was stopped after ${limitMs} ms`);
    this.name = "TimeLimitError";
    this.limitMs = limitMs;
  }
}

/**
 * The result of a synchronous calculation, which is stopped after `limitMs`: patterns and schemas come from outside, and a
 * regular expression can take for ever on a short text. The calculation must be free of effects, as it may end anywhere.
 * Throws {@link TimeLimitError}. Costs about 0.1 ms.
 */
export function callWithin<T>(limitMs: number, calculate: () => T): T {
  let outcome: { readonly value: T } | undefined;
  runner ??= { context: createContext(Object.create(null)), script: new Script("calculate()") };
  runner.context["calculate"] = () => {
    outcome = { value: calculate() };
  };
  try {
    runner.script.runInContext(runner.context, { timeout: limitMs });
  } catch (thrown) {
    throw isTimeout(thrown) ? new TimeLimitError(limitMs) : thrown;
  } finally {
    runner.context["calculate"] = undefined;
  }
  if (outcome === undefined) throw new TimeLimitError(limitMs);
  return outcome.value;
}

/** The error comes from the other context, whose `Error` is not ours. */
function isTimeout(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return false;
  return thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

let runner: { readonly context: Context; readonly script: Script } | undefined;
