import { describe, expect, it } from "vitest";
import { isFinal } from "../../../../src/runtime/engine/attempts.ts";
import { openLedger } from "../../../../src/runtime/engine/cost/ledger.ts";
import { assertCostAllowed, checkCost, type LimitedFrame } from "../../../../src/runtime/engine/cost/limit.ts";
import { createPricing } from "../../../../src/runtime/engine/cost/pricing.ts";
import { LobsterError } from "../../../../src/runtime/errors.ts";

type Action = "warn" | "stop";

function frame(
  maxUsd?: number,
  action: Action = "stop",
  parent?: { frame: LimitedFrame; stepId: string },
): LimitedFrame {
  return {
    path: parent === undefined ? [] : [...parent.frame.path, parent.stepId],
    loaded: { definition: maxUsd === undefined ? {} : { costLimit: { maxUsd, action } } },
    ...(parent === undefined ? {} : { parent: { frame: parent.frame } }),
  };
}

function control(inputTokens: number, options: { readonly model?: string; readonly path?: readonly string[] } = {}) {
  const warnings: string[] = [];
  const pricingJson = '{"m":{"input":1,"output":1}}';
  const cost = openLedger(undefined, () => createPricing({ LOBSTER_LLM_PRICING_JSON: pricingJson }, () => undefined));
  const spender = { path: options.path ?? [], id: "a", listGiven: () => [] };
  cost.settle(spender, { id: "a", json: { model: options.model ?? "m", usage: { inputTokens } } });
  return { cost, warn: (text: string) => warnings.push(text), warnings };
}

function stopOf(work: () => void): LobsterError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof LobsterError) return thrown;
  }
  throw new Error("expected a LobsterError");
}

describe("a limit that stops", () => {
  it.each([
    [12_500, 0.01, "Cost limit exceeded: $0.0125 > $0.01 limit"],
    [2_000_000, 1, "Cost limit exceeded: $2.0000 > $1.00 limit"],
    [12_500, 0, "Cost limit exceeded: $0.0125 > $0.00 limit"],
    [2, 0.000001, "Cost limit exceeded: $0.000002 > $0.000001 limit"],
    [1500, 0.001, "Cost limit exceeded: $0.0015 > $0.001 limit"],
    [10_040, 0.01, "Cost limit exceeded: $0.01004 > $0.01 limit"],
    [12_501, 0.0125, "Cost limit exceeded: $0.012501 > $0.0125 limit"],
    [1, 1e-7, "Cost limit exceeded: $0.000001 > $0.0000001 limit"],
    [1_000_001, 1 / 3, "Cost limit exceeded: $1.0000 > $0.3333333333333333 limit"],
  ])("says what %d tokens cost against $%d, with the decimals it takes", (tokens, maxUsd, message) => {
    const error = stopOf(() => checkCost(control(tokens), frame(maxUsd)));
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ code: "cost_limit", type: "runtime_error" });
    expect(isFinal(error)).toBe(true);
  });

  it("is not exceeded by exactly its amount", () => {
    expect(() => checkCost(control(10_000), frame(0.01))).not.toThrow();
  });

  it("does not let an unknown cost pass for none, and says what to set", () => {
    const error = stopOf(() => checkCost(control(5, { model: "new-model" }), frame(100)));
    expect(error.message).toBe(
      `Cost limit cannot be kept: no price is known for model "new-model" of step 'a'. Set it in USD per million tokens: LOBSTER_LLM_PRICING_JSON='{"new-model":{"input":3,"output":15}}'`,
    );
    expect(error.code).toBe("cost_limit");
    expect(isFinal(error)).toBe(true);
  });

  it("says so when the model is not even named", () => {
    const error = stopOf(() => checkCost(control(5, { model: " " }), frame(100)));
    expect(error.message).toMatch(/step 'a' used a language model without naming it.*LOBSTER_LLM_PRICING_JSON/);
  });

  it("holds inside sub-workflows too, for all that is spent beneath it", () => {
    const root = frame(0.01);
    const child = frame(undefined, "stop", { frame: root, stepId: "child" });
    expect(() => checkCost(control(12_500, { path: ["child"] }), child)).toThrow("$0.0125 > $0.01");
    expect(() => checkCost(control(12_500), child)).toThrow("$0.0125 > $0.01");
  });

  it("of a sub-workflow counts only what is spent beneath it", () => {
    const child = frame(0.01, "stop", { frame: frame(), stepId: "child" });
    expect(() => checkCost(control(12_500), child)).not.toThrow();
    expect(() => checkCost(control(12_500, { path: ["child"] }), child)).toThrow("Cost limit exceeded");
  });
});

describe("a limit that warns", () => {
  it("warns at every check, and stops nothing", () => {
    const over = control(12_500);
    checkCost(over, frame(0.01, "warn"));
    checkCost(over, frame(0.01, "warn"));
    expect(over.warnings).toEqual([
      "[WARN] Cost $0.0125 exceeds limit $0.01\n",
      "[WARN] Cost $0.0125 exceeds limit $0.01\n",
    ]);
  });

  it("keeps quiet in the checks of a sub-workflow and before retries", () => {
    const over = control(12_500);
    const root = frame(0.01, "warn");
    checkCost(over, frame(undefined, "warn", { frame: root, stepId: "child" }));
    assertCostAllowed(over, root);
    expect(over.warnings).toEqual([]);
  });
});

describe("a model without a price", () => {
  it.each([
    ["x", '"x"'],
    [" ", '"<missing>"'],
    ["bad\n\u001b[31m\u009b31m\u2028x\u2029y", '"bad\\n\\u001b[31m\\u009b31m\\u2028x\\u2029y"'],
  ])("is told once where nothing has to stop: %j", (model, shown) => {
    const unknown = control(5, { model });
    checkCost(unknown, frame());
    checkCost(unknown, frame());
    expect(unknown.warnings).toEqual([
      `[WARN] No LLM pricing configured for model ${shown}; recording zero cost. Set LOBSTER_LLM_PRICING_JSON to enable cost_limit enforcement for this model.\n`,
    ]);
  });
});
