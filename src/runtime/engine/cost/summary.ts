import { hasCode } from "../../errors.ts";
import type { JsonObject } from "../../json.ts";
import { roundUsd } from "./pricing.ts";
import { decodeCost, type CostEntry } from "./stored-cost.ts";

/** What a run has spent, as `_meta.cost` shows it (stages-and-cli §13.2). */
export interface CostSummary {
  readonly totalInputTokens: number;
  readonly totalOutputTokens: number;
  /** To 6 decimals. Too low when an entry is `unpriced`. */
  readonly estimatedCostUsd: number;
  /** In the order of booking. What a sub-workflow spent stands under the step that called it. */
  readonly byStep: readonly Omit<CostEntry, "path">[];
}

/** Sums up `RunDocument.cost`; undefined when nothing was booked, and for a record that cannot be read. */
export function summarizeCost(stored: JsonObject | undefined): CostSummary | undefined {
  const entries = readEntries(stored);
  if (entries.length === 0) return undefined;
  return {
    totalInputTokens: sum(entries.map((entry) => entry.inputTokens)),
    totalOutputTokens: sum(entries.map((entry) => entry.outputTokens)),
    estimatedCostUsd: roundUsd(sum(entries.map((entry) => entry.costUsd)), 6),
    byStep: entries.map(({ path, stepId, ...rest }) => ({ stepId: path[0] ?? stepId, ...rest })),
  };
}

/** A damaged record stops the run where its limit is checked; a report about that run has to be possible. */
function readEntries(stored: JsonObject | undefined): readonly CostEntry[] {
  try {
    return decodeCost(stored).entries;
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state")) return [];
    throw thrown;
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
