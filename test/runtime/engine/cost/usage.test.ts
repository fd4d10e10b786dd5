import { describe, expect, it } from "vitest";
import { findUsage, listUsage, readUsage } from "../../../../src/runtime/engine/cost/usage.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";

describe("a usage record", () => {
  it.each<[JsonObject, number, number]>([
    [{ inputTokens: 10, outputTokens: 5 }, 10, 5],
    [{ input_tokens: 10, output_tokens: 5 }, 10, 5],
    [{ prompt_tokens: 10, completion_tokens: 5 }, 10, 5],
    [{ inputTokens: null, input_tokens: 7 }, 7, 0],
    [{ inputTokens: 1, input_tokens: 7 }, 1, 0],
    [{ inputTokens: "500000", outputTokens: "x" }, 500_000, 0],
    [{ inputTokens: 7.9, outputTokens: -3 }, 7, 0],
    [{ inputTokens: true, outputTokens: { n: 1 } }, 0, 0],
    [{ totalTokens: 9 }, 0, 9],
    [{ inputTokens: 4, total_tokens: 9 }, 4, 5],
    [{ outputTokens: 4, total_tokens: 9 }, 5, 4],
    [{ inputTokens: 4, outputTokens: 4, totalTokens: 900 }, 4, 4],
  ])("of %j counts %d in and %d out", (usage, inputTokens, outputTokens) => {
    expect(readUsage({ model: "m", usage })).toEqual({ model: "m", inputTokens, outputTokens });
  });

  it("counts no further than numbers are exact", () => {
    const usage = { inputTokens: 2n ** 80n, outputTokens: 1e300 };
    const most = Number.MAX_SAFE_INTEGER;
    expect(readUsage({ usage })).toEqual({ model: null, inputTokens: most, outputTokens: most });
  });

  it.each<JsonValue>([
    null,
    "usage",
    {},
    { usage: 5 },
    { usage: [] },
    { usage: { disk: "80%" } },
    Object.create({ usage: { inputTokens: 1 } }) as JsonObject,
  ])("is not %j", (value) => {
    expect(readUsage(value)).toBeUndefined();
  });

  it.each<[JsonValue, string | null]>([
    [" gpt-4o ", "gpt-4o"],
    ["  ", null],
    [null, null],
    [5, null],
    ["x".repeat(500), "x".repeat(200)],
  ])("with the model %j names %j", (model, expected) => {
    expect(readUsage({ model, usage: { inputTokens: 1 } })?.model).toBe(expected);
  });
});

const RECORD = { model: "m", usage: { inputTokens: 1, outputTokens: 2 } };

describe("usage records of a result", () => {
  it.each<[string, JsonValue | undefined, number]>([
    ["an object", RECORD, 1],
    ["the elements of a list", [RECORD, "x", RECORD], 2],
    ["nothing deeper", { answer: RECORD }, 0],
    ["nothing at all", undefined, 0],
  ])("are %s", (_what, value, count) => {
    expect(listUsage(value)).toHaveLength(count);
  });

  it("are found at any depth where it matters what was handed on", () => {
    expect(findUsage({ a: [{ b: RECORD }], c: { ...RECORD, d: RECORD } })).toHaveLength(3);
  });
});
