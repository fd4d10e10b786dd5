import { describe, expect, it } from "vitest";
import { computeCostUsd, createPricing, roundUsd } from "../../../../src/runtime/engine/cost/pricing.ts";

const INVALID =
  "[WARN] Ignoring invalid LOBSTER_LLM_PRICING_JSON; custom LLM pricing must be a JSON object whose model entries have finite non-negative input and output rates.\n";

function priceFor(model: string, pricingJson?: string) {
  const warnings: string[] = [];
  const pricing = createPricing({ LOBSTER_LLM_PRICING_JSON: pricingJson }, (text) => warnings.push(text));
  const price = pricing.findPrice(model);
  return { rates: price === undefined ? undefined : [price.inputPerMillion, price.outputPerMillion], warnings };
}

describe("list prices", () => {
  it.each([
    ["gpt-4o", 2.5, 10],
    ["gpt-4o-mini", 0.15, 0.6],
    ["gpt-4-turbo", 10, 30],
    ["gpt-3.5-turbo", 0.5, 1.5],
    ["claude-opus-4-20250514", 15, 75],
    ["claude-sonnet-4-5-20250514", 3, 15],
    ["claude-haiku-3-5", 0.8, 4],
    ["gemini-1.5-pro", 1.25, 5],
    ["gemini-1.5-flash", 0.075, 0.3],
    ["openai/gpt-4o", 2.5, 10],
    ["bedrock/us.anthropic.claude-opus-4-5-20251101-v1:0", 5, 25],
    ["google/gemini-2.5-flash", 0.3, 2.5],
  ])("of %s are %d in and %d out", (model, input, output) => {
    expect(priceFor(model).rates).toEqual([input, output]);
  });

  it.each(["constructor", "__proto__", "toString", "gpt-99", "", "my-model"])("of %j are unknown", (model) => {
    expect(priceFor(model)).toEqual({ rates: undefined, warnings: [] });
  });
});

describe("LOBSTER_LLM_PRICING_JSON", () => {
  it.each([
    ["adds a model", "mine", '{"mine":{"input":1,"output":2}}', [1, 2]],
    ["overrides a list price", "gpt-4o", '{"gpt-4o":{"input":1,"output":2}}', [1, 2]],
    [
      "overrides it for every provider and edition",
      "azure/gpt-4o-2024-08-06",
      '{"gpt-4o":{"input":1,"output":2}}',
      [1, 2],
    ],
    ["prices one edition apart", "gpt-4o-2024-08-06", '{"gpt-4o-2024-08-06":{"input":7,"output":8}}', [7, 8]],
    ["leaves the others alone", "gpt-4o-mini", '{"gpt-4o":{"input":1,"output":2}}', [0.15, 0.6]],
    ["prices one provider apart", "azure/gpt-4o", '{"azure/gpt-4o":{"input":1,"output":2}}', [1, 2]],
    ["of a provider is not for others", "openai/gpt-4o", '{"azure/gpt-4o":{"input":1,"output":2}}', [2.5, 10]],
    ["may make a model free", "local", '{"local":{"input":0,"output":0}}', [0, 0]],
    ["is unset when blank", "gpt-4o", "  ", [2.5, 10]],
    ["takes names of objects as models", "constructor", '{"constructor":{"input":1,"output":2}}', [1, 2]],
  ])("%s", (_what, model, text, rates) => {
    expect(priceFor(model, text)).toEqual({ rates, warnings: [] });
  });

  it.each([
    "[",
    "[]",
    "null",
    '{"mine":1}',
    '{"mine":{"input":1}}',
    '{"mine":{"input":-1,"output":1}}',
    '{"mine":{"input":"1","output":1}}',
    '{" ":{"input":1,"output":1}}',
    '{"gpt-4o":{"input":1,"output":2},"mine":{"input":1,"output":null}}',
  ])("is ignored as a whole, with one warning: %s", (text) => {
    expect(priceFor("gpt-4o", text)).toEqual({ rates: [2.5, 10], warnings: [INVALID] });
  });
});

describe("costs", () => {
  it("have no dust of binary fractions", () => {
    const price = { inputPerMillion: 0.1, outputPerMillion: 0.2 };
    const costs = [1, 2].map((tokens) =>
      computeCostUsd(price, { model: "m", inputTokens: tokens * 1_000_000, outputTokens: 0 }),
    );
    expect(roundUsd((costs[0] ?? 0) + (costs[1] ?? 0))).toBe(0.3);
  });

  it("stay numbers that JSON can hold, whatever the counts and rates", () => {
    const price = { inputPerMillion: Number.MAX_VALUE, outputPerMillion: Number.MAX_VALUE };
    const cost = computeCostUsd(price, { model: "m", inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 1 });
    expect(JSON.parse(JSON.stringify(cost))).toBe(cost);
  });
});
