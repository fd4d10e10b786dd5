import type { JsonObject } from "../../json.ts";
import type { LlmUsage } from "../../pipeline/stage-context.ts";
import type { StepResult } from "../../workflow/step-result.ts";
import { computeCostUsd, roundUsd, type Pricing } from "./pricing.ts";
import type { Spender } from "./spender.ts";
import { decodeCost, encodeCost, type CostEntry, type CostState } from "./stored-cost.ts";
import { countTokens, listUsage, readModel, type UsageRecord } from "./usage.ts";

/** Where the work of a run books what it spends. */
export interface CostBook {
  /** Books a live answer of a model at once, so that a step that fails later has spent it all the same. */
  report(spender: Spender, usage: LlmUsage): void;
  /** Books the usage records in a finished piece of work's result that nobody has booked yet. */
  settle(spender: Spender, result: StepResult): void;
}

/** What a run has spent. */
export interface CostLedger extends CostBook {
  /** USD booked beneath a path of `workflow:` steps; the empty path is the whole run. */
  spentUsd(path: readonly string[]): number;
  /** The first entry beneath a path whose cost is unknown. */
  findUnpriced(path: readonly string[]): CostEntry | undefined;
  /** Models without a price that were booked since the ledger was opened; each is told once. */
  takeUnpricedModels(): readonly (string | null)[];
  /** What goes into the run document; empty while nothing was ever booked. */
  stored(): { readonly cost?: JsonObject };
}

/**
 * Opens the ledger of a run on what is stored about it; it reads that when it first needs it, and then throws
 * `invalid_state` if it is damaged.
 *
 * A usage record counts once, however often it is handed on (fault W28): not when a stage of the same work reported its call
 * or replayed it, not when it carries the key of a call of this run, and not when the work was given it. Equal numbers
 * alone prove nothing, for two calls may use the same number of tokens, and so does nothing that a record says of itself.
 */
export function openLedger(stored: JsonObject | undefined, loadPricing: () => Pricing): CostLedger {
  const accounted = new WeakMap<Spender, UsageRecord[]>();
  const told = new Set<string | null>();
  let state: CostState | undefined;
  let pricing: Pricing | undefined;
  const current = (): CostState => {
    if (state === undefined) {
      state = decodeCost(stored);
      for (const model of listUnpriced(state)) told.add(model);
    }
    return state;
  };
  const remember = (spender: Spender, record: UsageRecord): void => {
    accounted.set(spender, [...(accounted.get(spender) ?? []), record]);
    const { entries, known } = current();
    if (record.cacheKey !== undefined) state = { entries, known: addKnown(known, callKey(record, record.cacheKey)) };
  };
  const book = (spender: Spender, record: UsageRecord): void => {
    pricing ??= loadPricing();
    const { entries, known } = current();
    state = { entries: addEntry(entries, makeEntry(spender, record, pricing)), known };
  };
  const isAccounted = (spender: Spender, record: UsageRecord): boolean =>
    (accounted.get(spender) ?? []).some((seen) => hasSameCounts(seen, record)) ||
    (record.cacheKey !== undefined && current().known.includes(callKey(record, record.cacheKey))) ||
    spender.listGiven().some((given) => isPassedOn(given, record));
  const entriesBeneath = (path: readonly string[]): readonly CostEntry[] =>
    current().entries.filter((entry) => path.every((id, index) => entry.path[index] === id));
  return {
    report: (spender, usage) => {
      const record = toRecord(usage);
      if (record === undefined) return;
      if (usage.replayed !== true) book(spender, record);
      remember(spender, record);
    },
    settle: (spender, result) => {
      for (const record of listUsage(result.json)) {
        if (!isAccounted(spender, record)) book(spender, record);
      }
    },
    spentUsd: (path) => roundUsd(entriesBeneath(path).reduce((total, entry) => total + entry.costUsd, 0)),
    findUnpriced: (path) => entriesBeneath(path).find((entry) => entry.unpriced === true),
    takeUnpricedModels: () => {
      const fresh = state === undefined ? [] : listUnpriced(state).filter((model) => !told.has(model));
      for (const model of fresh) told.add(model);
      return fresh;
    },
    stored: () => {
      if (state === undefined) return stored === undefined ? {} : { cost: stored };
      return state.entries.length + state.known.length === 0 ? {} : { cost: encodeCost(state) };
    },
  };
}

function toRecord({ model, usage, cacheKey }: LlmUsage): UsageRecord | undefined {
  const counts = countTokens(usage);
  if (counts === undefined) return undefined;
  return { model: readModel(model), ...counts, ...(cacheKey === undefined ? {} : { cacheKey }) };
}

function listUnpriced({ entries }: CostState): readonly (string | null)[] {
  return [...new Set(entries.filter((entry) => entry.unpriced === true).map((entry) => entry.model))];
}

function makeEntry(spender: Spender, record: UsageRecord, pricing: Pricing): CostEntry {
  const { model, inputTokens, outputTokens } = record;
  const price = model === null ? undefined : pricing.findPrice(model);
  const place = { path: spender.path, stepId: spender.id, model, inputTokens, outputTokens };
  if (price !== undefined) return { ...place, costUsd: computeCostUsd(price, record) };
  return { ...place, costUsd: 0, ...(inputTokens + outputTokens > 0 ? { unpriced: true } : {}) };
}

/** Beyond this many entries, further ones are added to those of the same place: the run document stays small. */
const MAX_ENTRIES = 200;

function addEntry(entries: readonly CostEntry[], entry: CostEntry): readonly CostEntry[] {
  if (entries.length < MAX_ENTRIES) return [...entries, entry];
  const at = entries.findLastIndex((other) => other.model === entry.model && isSamePlace(other, entry));
  if (at >= 0) return entries.map((other, index) => (index === at ? addUp(other, entry) : other));
  // Model ids come from outside, there may be any number: those of a place that came late share one entry.
  const shared = entries.findLastIndex((other) => other.model === null && isSamePlace(other, entry));
  if (shared >= 0) return entries.map((other, index) => (index === shared ? addUp(other, entry) : other));
  return [...entries, { ...entry, model: null }];
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

/** How many calls are remembered; the oldest are forgotten (stages-and-cli §13.3). */
const MAX_KNOWN = 256;

function addKnown(known: readonly string[], key: string): readonly string[] {
  return [...known.filter((other) => other !== key), key].slice(-MAX_KNOWN);
}

/** Names a call by the key of its request and by what it used. */
function callKey({ inputTokens, outputTokens }: UsageRecord, cacheKey: string): string {
  return `${cacheKey.slice(0, MAX_KEY_CHARACTERS)}:${inputTokens}:${outputTokens}`;
}

const MAX_KEY_CHARACTERS = 64;

function hasSameCounts(one: UsageRecord, other: UsageRecord): boolean {
  return one.inputTokens === other.inputTokens && one.outputTokens === other.outputTokens;
}

/** A record that was handed on may have lost its model on the way, but has not got another one. */
function isPassedOn(given: UsageRecord, record: UsageRecord): boolean {
  return hasSameCounts(given, record) && (record.model === null || record.model === given.model);
}
