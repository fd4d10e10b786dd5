import { computeCostUsd, roundUsd, type Pricing } from "./pricing.ts";
import type { Spender } from "./spender.ts";
import type { CostEntry } from "./stored-cost.ts";
import type { UsageRecord } from "./usage.ts";

/** Models of entries whose cost is unknown, each once. */
export function listUnpricedModels(entries: readonly CostEntry[]): readonly (string | null)[] {
  return [...new Set(entries.filter((entry) => entry.unpriced === true).map((entry) => entry.model))];
}

/** The entry of a record: what it cost, or that nobody knows. No tokens cost nothing, whatever the model. */
export function makeEntry(spender: Spender, record: UsageRecord, pricing: Pricing): CostEntry {
  const { model, inputTokens, outputTokens } = record;
  const price = model === null ? undefined : pricing.findPrice(model);
  const place = { path: spender.path, stepId: spender.id, model, inputTokens, outputTokens };
  if (price !== undefined) return { ...place, costUsd: computeCostUsd(price, record) };
  return { ...place, costUsd: 0, ...(inputTokens + outputTokens > 0 ? { unpriced: true } : {}) };
}

/** Beyond this many entries, further ones are added to those of the same place: the run document stays small. */
const MAX_ENTRIES = 200;

/** Adds an entry to the list in place. */
export function addEntry(entries: CostEntry[], entry: CostEntry): void {
  const sameModel = (other: CostEntry): boolean => other.model === entry.model && isSamePlace(other, entry);
  // Model ids come from outside, there may be any number: those that come late share one entry of their place.
  const anyModel = (other: CostEntry): boolean => other.model === null && isSamePlace(other, entry);
  if (entries.length < MAX_ENTRIES) {
    entries.push(entry);
    return;
  }
  const at = [sameModel, anyModel].map((fits) => entries.findLastIndex(fits)).find((index) => index >= 0);
  const kept = at === undefined ? undefined : entries[at];
  if (at === undefined || kept === undefined) entries.push({ ...entry, model: null });
  else entries[at] = addUp(kept, entry);
}

function isSamePlace(one: CostEntry, other: CostEntry): boolean {
  return (
    one.stepId === other.stepId &&
    one.path.length === other.path.length &&
    one.path.every((id, index) => id === other.path[index])
  );
}

function addUp(kept: CostEntry, added: CostEntry): CostEntry {
  return {
    ...kept,
    inputTokens: kept.inputTokens + added.inputTokens,
    outputTokens: kept.outputTokens + added.outputTokens,
    costUsd: roundUsd(kept.costUsd + added.costUsd),
    ...(added.unpriced === true ? { unpriced: true } : {}),
  };
}
