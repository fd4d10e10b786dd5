import type { StepResult } from "../workflow/step-result.ts";
import type { Execution } from "./execution.ts";

/** Results of a frame so far, by step id, and the one that decides its output. */
export function resultsAt(
  execution: Execution,
  path: readonly string[],
): { readonly byId: Map<string, StepResult>; readonly last: StepResult | undefined } {
  const byId = new Map<string, StepResult>();
  let last: StepResult | undefined;
  for (const entry of execution.finished) {
    if (entry.path.length !== path.length || entry.path.some((id, index) => id !== path[index])) continue;
    byId.set(entry.result.id, entry.result);
    if (entry.completed && entry.result.skipped !== true && entry.result.error !== true) last = entry.result;
  }
  return { byId, last };
}
