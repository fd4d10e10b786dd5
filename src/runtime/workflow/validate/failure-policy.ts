import { isJsonObject, ownMember, type JsonObject } from "../../json.ts";
import { stepFinding, type Finding, type RawStep } from "./finding.ts";
import { isNonNegative, isPositiveInteger, isTimerMs, MAX_TIMER_MS } from "./number-ranges.ts";

/** Checks 45 to 51 of workflows-and-checkpoints §1.3: `timeout_ms`, `on_error` and `retry`. */
export function checkFailurePolicy(step: RawStep): Finding | undefined {
  const timeout = ownMember(step.fields, "timeout_ms");
  if (timeout !== undefined && !isTimerMs(timeout)) {
    return stepFinding(step, `timeout_ms must be a positive integer between 1 and ${MAX_TIMER_MS}`, "timeout_ms");
  }
  const onError = ownMember(step.fields, "on_error");
  if (onError !== undefined && onError !== "stop" && onError !== "continue" && onError !== "skip_rest") {
    return stepFinding(step, 'on_error must be "stop", "continue", or "skip_rest"', "on_error");
  }
  const retry = ownMember(step.fields, "retry");
  if (retry === undefined) return undefined;
  return isJsonObject(retry) ? checkRetry(step, retry) : stepFinding(step, "retry must be an object", "retry");
}

function checkRetry(step: RawStep, retry: JsonObject): Finding | undefined {
  const max = ownMember(retry, "max");
  if (max !== undefined && !isPositiveInteger(max)) {
    return stepFinding(step, "retry.max must be a positive integer", "retry", "max");
  }
  const backoff = ownMember(retry, "backoff");
  if (backoff !== undefined && backoff !== "fixed" && backoff !== "exponential") {
    return stepFinding(step, 'retry.backoff must be "fixed" or "exponential"', "retry", "backoff");
  }
  for (const key of ["delay_ms", "max_delay_ms"]) {
    const delay = ownMember(retry, key);
    if (delay !== undefined && !isNonNegative(delay)) {
      return stepFinding(step, `retry.${key} must be a finite non-negative number`, "retry", key);
    }
  }
  const jitter = ownMember(retry, "jitter");
  if (jitter !== undefined && typeof jitter !== "boolean") {
    return stepFinding(step, "retry.jitter must be a boolean", "retry", "jitter");
  }
  return undefined;
}
