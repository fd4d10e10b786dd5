import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdBookings } from "../../../../src/runtime/engine/cost/held-book.ts";
import { openLedger } from "../../../../src/runtime/engine/cost/ledger.ts";
import { createPricing } from "../../../../src/runtime/engine/cost/pricing.ts";
import type { Spender } from "../../../../src/runtime/engine/cost/spender.ts";
import { summarizeCost } from "../../../../src/runtime/engine/cost/summary.ts";
import { findUsage } from "../../../../src/runtime/engine/cost/usage.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";

const CALL = { model: "gpt-4o", usage: { inputTokens: 1000, outputTokens: 1000 } };

function open(stored?: JsonObject) {
  return openLedger(stored, () => createPricing({}, () => undefined));
}

function spender(id: string, options: { readonly given?: JsonValue; readonly path?: readonly string[] } = {}): Spender {
  return { path: options.path ?? [], id, listGiven: () => findUsage(options.given ?? null) };
}

function live(overrides: Partial<Parameters<ReturnType<typeof open>["report"]>[1]> = {}) {
  return { command: "llm.invoke", ...CALL, cacheKey: "k1", ...overrides };
}

function totalsOf(ledger: ReturnType<typeof open>) {
  const summary = summarizeCost(ledger.stored().cost);
  return { cost: summary?.estimatedCostUsd ?? 0, steps: summary?.byStep.map((entry) => entry.stepId) ?? [] };
}

describe("the ledger", () => {
  it("stores nothing while nothing is booked", () => {
    const ledger = open();
    ledger.settle(spender("a"), { id: "a", json: { usage: { disk: 5 } } });
    expect(ledger.stored()).toEqual({});
  });

  it("books the same numbers twice when nothing says that it is one call", () => {
    const ledger = open();
    ledger.settle(spender("a"), { id: "a", json: CALL });
    ledger.settle(spender("b"), { id: "b", json: CALL });
    expect(totalsOf(ledger)).toEqual({ cost: 0.025, steps: ["a", "b"] });
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["as it is", CALL, CALL],
    ["inside something else", { answers: [CALL] }, CALL],
    ["with members added", CALL, { ...CALL, title: "x" }],
    ["without its model", CALL, { usage: CALL.usage }],
    ["under other token names", CALL, { model: "gpt-4o", usage: { prompt_tokens: 1000, completion_tokens: 1000 } }],
  ])("books a record once that was handed on %s", (_how, given, printed) => {
    const ledger = open();
    ledger.settle(spender("a"), { id: "a", json: CALL });
    ledger.settle(spender("b", { given }), { id: "b", json: printed });
    expect(totalsOf(ledger)).toEqual({ cost: 0.0125, steps: ["a"] });
  });

  it.each<[string, JsonValue]>([
    ["used another number of tokens", { ...CALL, usage: { inputTokens: 1000, outputTokens: 1001 } }],
    ["names another model", { ...CALL, model: "gpt-4-turbo" }],
    [
      "only says that it was replayed",
      { ...CALL, model: "gpt-4-turbo", replayed: true, cached: true, source: "cache" },
    ],
  ])("books a record of a step that was given one, when it %s", (_how, printed) => {
    const ledger = open();
    ledger.settle(spender("b", { given: CALL }), { id: "b", json: printed });
    expect(totalsOf(ledger).steps).toEqual(["b"]);
  });

  it("books a reported call once, whatever becomes of its item", () => {
    const ledger = open();
    const step = spender("a");
    ledger.report(step, live());
    ledger.settle(step, { id: "a", json: [{ ...CALL, cacheKey: "k1" }, { usage: CALL.usage }] });
    expect(totalsOf(ledger)).toEqual({ cost: 0.0125, steps: ["a"] });
  });

  it("books every reported call, also when they used the same", () => {
    const ledger = open();
    const step = spender("a");
    ledger.report(step, live());
    ledger.report(step, live());
    expect(totalsOf(ledger).cost).toBe(0.025);
  });

  it("does not book a replay, nor its record anywhere in the run", () => {
    const ledger = open();
    const step = spender("a");
    ledger.report(step, live({ replayed: true }));
    ledger.settle(step, { id: "a", json: CALL });
    ledger.settle(spender("later"), { id: "later", json: { ...CALL, cacheKey: "k1" } });
    expect(summarizeCost(ledger.stored().cost)).toBeUndefined();
  });

  it("knows a call by its key over a restart", () => {
    const before = open();
    before.report(spender("a"), live());
    const after = open(before.stored().cost);
    after.settle(spender("b"), { id: "b", json: { ...CALL, cacheKey: "k1" } });
    after.settle(spender("c"), { id: "c", json: { ...CALL, cacheKey: "other" } });
    expect(totalsOf(after)).toEqual({ cost: 0.025, steps: ["a", "c"] });
  });

  it("goes on from what is stored, and stores it unread when nothing is added", () => {
    const before = open();
    before.settle(spender("a"), { id: "a", json: CALL });
    const stored = before.stored().cost;
    expect(open(stored).stored().cost).toBe(stored);
    expect(open(stored).spentUsd([])).toBe(0.0125);
  });

  it.each<JsonObject>([
    {},
    { entries: [{}], known: [] },
    { entries: [], known: [5] },
    { entries: [{ path: [], stepId: "a", model: "m", inputTokens: 1, outputTokens: 1, costUsd: -1 }], known: [] },
  ])("refuses to count on a damaged record: %j", (stored) => {
    expect(() => open(stored).spentUsd([])).toThrow(/damaged.*cancel the run/s);
    expect(summarizeCost(stored)).toBeUndefined();
  });

  it("counts what sub-workflows spend beneath their step, and shows it there", () => {
    const ledger = open();
    ledger.settle(spender("a"), { id: "a", json: CALL });
    ledger.settle(spender("deep", { path: ["child", "inner"] }), { id: "deep", json: CALL });
    ledger.settle(spender("c", { path: ["child"] }), { id: "c", json: CALL });
    ledger.settle(spender("c", { path: ["other"] }), { id: "c", json: CALL });
    expect([[], ["child"], ["child", "inner"], ["none"]].map((path) => ledger.spentUsd(path))).toEqual([
      0.05, 0.025, 0.0125, 0,
    ]);
    expect(totalsOf(ledger).steps).toEqual(["a", "child", "child", "other"]);
  });

  it("marks tokens without a price, and tells each such model once", () => {
    const ledger = open();
    const usage = { inputTokens: 1, outputTokens: 1 };
    ledger.settle(spender("a"), { id: "a", json: [{ model: "x", usage }, { model: "x", usage }, { usage }, CALL] });
    expect(ledger.findUnpriced([])).toMatchObject({ stepId: "a", model: "x", costUsd: 0, unpriced: true });
    expect(ledger.takeUnpricedModels()).toEqual(["x", null]);
    expect(ledger.takeUnpricedModels()).toEqual([]);
    expect(open(ledger.stored().cost).takeUnpricedModels()).toEqual([]);
  });

  it("needs no price for no tokens", () => {
    const ledger = open();
    ledger.settle(spender("a"), { id: "a", json: { model: "x", usage: { inputTokens: 0, outputTokens: 0 } } });
    expect(ledger.findUnpriced([])).toBeUndefined();
  });

  it("stays small and keeps its totals, however much is booked", () => {
    const booking = fc.record({ step: fc.nat(4), model: fc.nat(400), tokens: fc.nat(5000) });
    fc.assert(
      fc.property(fc.array(booking, { minLength: 300, maxLength: 800 }), (bookings) => {
        const ledger = open();
        for (const { step, model, tokens } of bookings) {
          const used = { model: `gpt-4o-${1000 + model}`, usage: { inputTokens: tokens, outputTokens: 0 } };
          ledger.settle(spender(`s${step}`), { id: "s", json: used });
        }
        const total = bookings.reduce((sum, { tokens }) => sum + tokens, 0);
        expect(summarizeCost(ledger.stored().cost)?.totalInputTokens).toBe(total);
        expect(ledger.spentUsd([])).toBeCloseTo((total * 2.5) / 1_000_000, 9);
        expect(summarizeCost(ledger.stored().cost)?.byStep.length).toBeLessThanOrEqual(205);
      }),
      { numRuns: 10 },
    );
  });

  it("remembers a bounded number of calls", () => {
    const ledger = open();
    for (let n = 0; n < 300; n += 1) ledger.report(spender("a"), live({ cacheKey: `k${n}`, replayed: true }));
    expect(ledger.stored().cost?.["known"]).toHaveLength(256);
  });
});

describe("held bookings", () => {
  it("never count without release, and all count with it, also later ones", () => {
    const ledger = open();
    const [lost, won] = [holdBookings(ledger), holdBookings(ledger)];
    lost.report(spender("lost"), live());
    won.report(spender("won"), live());
    expect(ledger.spentUsd([])).toBe(0);
    won.release();
    won.settle(spender("won"), { id: "won", json: CALL });
    expect(totalsOf(ledger).steps).toEqual(["won", "won"]);
  });
});
