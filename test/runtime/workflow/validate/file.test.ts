import { describe, expect, it } from "vitest";
import { loadError, loadText } from "../../../helpers/load-text.ts";

const STEPS = "steps: [{id: a, run: x}]";
const AMOUNT = "Workflow cost_limit.max_usd must be a non-negative number";

describe("the checks of a file", () => {
  it.each([
    ["", "Workflow file must be a JSON/YAML object"],
    ["# nothing but a comment", "Workflow file must be a JSON/YAML object"],
    ["hello", "Workflow file must be a JSON/YAML object"],
    ["5", "Workflow file must be a JSON/YAML object"],
    ["[1]", "Workflow file requires a non-empty steps array"],
    ["name: x", "Workflow file requires a non-empty steps array"],
    ["steps: []", "Workflow file requires a non-empty steps array"],
    ["steps: {a: 1}", "Workflow file requires a non-empty steps array"],
    [`cost_limit: []\n${STEPS}`, "Workflow cost_limit must be an object"],
    [`cost_limit: null\n${STEPS}`, "Workflow cost_limit must be an object"],
    [`cost_limit: {}\n${STEPS}`, AMOUNT],
    [`cost_limit: {max_usd: -1}\n${STEPS}`, AMOUNT],
    [`cost_limit: {max_usd: 1, action: kill}\n${STEPS}`, 'Workflow cost_limit.action must be "warn" or "stop"'],
  ])("refuses %j", async (text, message) => {
    expect((await loadError(text)).message).toBe(message);
  });

  it.each(["null", '"1"', "true", "[]"])("refuses %s as an amount, which only converts to a number", async (amount) => {
    expect((await loadError(`cost_limit: {max_usd: ${amount}}\n${STEPS}`)).message).toBe(AMOUNT);
  });

  it("reads a cost limit, warning unless told otherwise", async () => {
    const { definition } = await loadText(`cost_limit: {max_usd: 0.5}\n${STEPS}`);
    expect(definition.costLimit).toEqual({ maxUsd: 0.5, action: "warn" });
  });
});
