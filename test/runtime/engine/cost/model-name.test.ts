import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bareModelName, findFamily } from "../../../../src/runtime/engine/cost/model-name.ts";

describe("the bare name of a model", () => {
  it.each([
    ["gpt-4o", "gpt-4o"],
    ["openai/gpt-4o", "gpt-4o"],
    ["openrouter/anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5-20250929-v1:0"],
    ["publishers/google/models/gemini-2.5-pro", "gemini-2-5-pro"],
    ["anthropic:claude-opus-4-5", "claude-opus-4-5"],
    ["  GPT-4.1-Mini ", "gpt-4-1-mini"],
    ["gpt-3.5-turbo", "gpt-3-5-turbo"],
    ["azure_ai/o3", "o3"],
  ])("of %s is %s", (written, bare) => {
    expect(bareModelName(written)).toBe(bare);
  });

  it("is the same behind any provider, cloud or router", () => {
    const word = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/);
    const prefix = fc.oneof(
      fc
        .array(fc.oneof(word, fc.stringMatching(/^[a-z0-9.:-]{1,8}$/)), { maxLength: 3 })
        .map((words) => [...words, ""].join("/")),
      word.map((provider) => `${provider}:`),
      fc.constantFrom("us.anthropic.", "eu.amazon.", "anthropic."),
    );
    const name = fc.constantFrom("gpt-4o", "gpt-3.5-turbo-0125", "claude-opus-4-5-20251101-v1:0", "o3-mini");
    fc.assert(
      fc.property(prefix, name, (before, model) => {
        expect(bareModelName(before + model)).toBe(bareModelName(model));
      }),
    );
  });
});

const FAMILIES = ["gpt-4", "gpt-4o", "gpt-4o-mini", "claude-opus-4", "claude-opus-4-5"];

describe("the family of a model", () => {
  it.each([
    ["gpt-4o", "gpt-4o"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
    ["gpt-4-0613", "gpt-4"],
    ["claude-opus-4@20250514", "claude-opus-4"],
    ["claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
    ["claude-opus-4-5-latest", "claude-opus-4-5"],
    ["claude-opus-4-5-preview-05-06", "claude-opus-4-5"],
  ])("of %s is %s", (name, family) => {
    expect(findFamily(name, FAMILIES)).toBe(family);
  });

  it.each(["gpt-4-32k", "gpt-4o-audio-preview", "gpt-4o2", "claude-opus-4-9", "claude-opus", "xgpt-4o", ""])(
    "of %s is unknown: another word or version has another price",
    (name) => {
      expect(findFamily(name, FAMILIES)).toBeUndefined();
    },
  );

  it("does not depend on the order in which families are listed", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(FAMILIES, { minLength: FAMILIES.length }),
        fc.constantFrom(...FAMILIES),
        fc.constantFrom("", "-2025-01-01", "-latest", "-pro"),
        (order, family, rest) => {
          expect(findFamily(family + rest, order)).toBe(rest === "-pro" ? undefined : family);
        },
      ),
    );
  });
});
