import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import type { Environment } from "../../ports.ts";
import { tryParseJson } from "../../stable-json.ts";
import { bareModelName, findFamily } from "./model-name.ts";
import { LIST_PRICES, type Price } from "./price-table.ts";
import type { UsageRecord } from "./usage.ts";

/** The variable that adds and overrides prices. */
export const PRICING_VARIABLE = "LOBSTER_LLM_PRICING_JSON";

const INVALID_PRICES = `[WARN] Ignoring invalid ${PRICING_VARIABLE}; custom LLM pricing must be a JSON object whose model entries have finite non-negative input and output rates.\n`;

/** What tokens cost in one run. */
export interface Pricing {
  /** The price of a model, or undefined when nobody has told it. */
  findPrice(model: string): Price | undefined;
}

/**
 * The price list of a run: the vendors' list prices, overridden and extended by `LOBSTER_LLM_PRICING_JSON` of the host's
 * environment (stages-and-cli §13.1). A model is looked up as it is written there, then without its provider's prefix, then
 * by its family, see `findFamily` (fault F41). A variable with any fault is ignored as a whole, with one warning.
 */
export function createPricing(environment: Environment, warn: (text: string) => void): Pricing {
  const own = readOwnPrices(ownMember(environment, PRICING_VARIABLE) ?? "");
  if (own === undefined) warn(INVALID_PRICES);
  const byFamily = new Map([...LIST_PRICES].map(([name, price]) => [bareModelName(name), price]));
  for (const [name, price] of own ?? []) {
    if (!hasPrefix(name)) byFamily.set(bareModelName(name), price);
  }
  return {
    findPrice: (model) => {
      const exact = own?.get(model.trim());
      if (exact !== undefined) return exact;
      const family = findFamily(bareModelName(model), byFamily.keys());
      return family === undefined ? undefined : byFamily.get(family);
    },
  };
}

/** USD of a record, to 12 decimals, so that a sum is not off by what binary fractions are off. */
export function computeCostUsd(price: Price, { inputTokens, outputTokens }: UsageRecord): number {
  const cost = (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1_000_000;
  return roundUsd(Math.min(cost, MAX_COST_USD));
}

/** Beyond any bill, and far from where sums stop being numbers that JSON can hold. */
const MAX_COST_USD = 1e12;

/** An amount without the dust of binary fractions, by default to 12 decimals. */
export function roundUsd(amount: number, decimals = 12): number {
  return Number(amount.toFixed(decimals));
}

/** A price of `openai/gpt-4o` is that provider's only; one of `gpt-4o` is everybody's. */
function hasPrefix(name: string): boolean {
  return bareModelName(name) !== name.trim().toLowerCase().replaceAll(".", "-");
}

/** Undefined for text with any fault; empty for blank text. */
function readOwnPrices(text: string): ReadonlyMap<string, Price> | undefined {
  if (text.trim() === "") return new Map();
  const parsed = tryParseJson(text)?.value;
  if (!isJsonObject(parsed)) return undefined;
  const prices = new Map<string, Price>();
  for (const [name, entry] of Object.entries(parsed)) {
    if (name.trim() === "" || !isJsonObject(entry)) return undefined;
    const inputPerMillion = readRate(ownMember(entry, "input"));
    const outputPerMillion = readRate(ownMember(entry, "output"));
    if (inputPerMillion === undefined || outputPerMillion === undefined) return undefined;
    prices.set(name.trim(), { inputPerMillion, outputPerMillion });
  }
  return prices;
}

function readRate(value: JsonValue | undefined): number | undefined {
  const rate = typeof value === "bigint" ? Number(value) : value;
  return typeof rate === "number" && Number.isFinite(rate) && rate >= 0 ? rate : undefined;
}
