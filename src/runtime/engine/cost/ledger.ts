import type { JsonObject } from "../../json.ts";
import type { LlmUsage } from "../../pipeline/stage-context.ts";
import type { StepResult } from "../../workflow/step-result.ts";
import { addEntry, listUnpricedModels, makeEntry } from "./entries.ts";
import { roundUsd, type Pricing } from "./pricing.ts";
import type { Spender } from "./spender.ts";
import { decodeCost, encodeCost, type CostEntry } from "./stored-cost.ts";
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
  let state: OpenState | undefined;
  let pricing: Pricing | undefined;
  const current = (): OpenState => {
    if (state === undefined) {
      const { entries, known } = decodeCost(stored);
      state = { entries: [...entries], known: [...known] };
      for (const model of listUnpricedModels(state.entries)) told.add(model);
    }
    return state;
  };
  const remember = (spender: Spender, record: UsageRecord): void => {
    accounted.set(spender, [...(accounted.get(spender) ?? []), record]);
    if (record.cacheKey !== undefined) addKnown(current().known, callKey(record, record.cacheKey));
  };
  const book = (spender: Spender, record: UsageRecord): void => {
    pricing ??= loadPricing();
    addEntry(current().entries, makeEntry(spender, record, pricing));
  };
  const isReported = (spender: Spender, record: UsageRecord): boolean =>
    (accounted.get(spender) ?? []).some((seen) => countsOf(seen) === countsOf(record)) ||
    (record.cacheKey !== undefined && current().known.includes(callKey(record, record.cacheKey)));
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
      const unreported = listUsage(result.json).filter((record) => !isReported(spender, record));
      if (unreported.length === 0) return;
      const wasGiven = recogniseGiven(spender);
      for (const record of unreported) if (!wasGiven(record)) book(spender, record);
    },
    spentUsd: (path) => roundUsd(entriesBeneath(path).reduce((total, entry) => total + entry.costUsd, 0)),
    findUnpriced: (path) => entriesBeneath(path).find((entry) => entry.unpriced === true),
    takeUnpricedModels: () => {
      const fresh = state === undefined ? [] : listUnpricedModels(state.entries).filter((model) => !told.has(model));
      for (const model of fresh) told.add(model);
      return fresh;
    },
    stored: () => {
      if (state === undefined) return stored === undefined ? {} : { cost: stored };
      return state.entries.length + state.known.length === 0 ? {} : { cost: encodeCost(state) };
    },
  };
}

/** The state while it grows. */
interface OpenState {
  readonly entries: CostEntry[];
  readonly known: string[];
}

function toRecord({ model, usage, cacheKey }: LlmUsage): UsageRecord | undefined {
  const counts = countTokens(usage);
  if (counts === undefined) return undefined;
  return { model: readModel(model), ...counts, ...(cacheKey === undefined ? {} : { cacheKey }) };
}

/** How many calls are remembered; the oldest are forgotten (stages-and-cli §13.3). */
const MAX_KNOWN = 256;

function addKnown(known: string[], key: string): void {
  const before = known.indexOf(key);
  if (before >= 0) known.splice(before, 1);
  known.push(key);
  if (known.length > MAX_KNOWN) known.shift();
}

/** Names a call by the key of its request and by what it used. */
function callKey(record: UsageRecord, cacheKey: string): string {
  return `${cacheKey.slice(0, MAX_KEY_CHARACTERS)}:${countsOf(record)}`;
}

const MAX_KEY_CHARACTERS = 64;

/** Tells records that the work was given. One may have lost its model on the way, but has not got another one. */
function recogniseGiven(spender: Spender): (record: UsageRecord) => boolean {
  const given = spender.listGiven();
  const counts = new Set(given.map(countsOf));
  const named = new Set(given.map((record) => `${countsOf(record)}:${record.model ?? ""}`));
  return (record) =>
    record.model === null ? counts.has(countsOf(record)) : named.has(`${countsOf(record)}:${record.model}`);
}

function countsOf({ inputTokens, outputTokens }: UsageRecord): string {
  return `${inputTokens}:${outputTokens}`;
}
