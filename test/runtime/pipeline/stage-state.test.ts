import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { createStageState, requireState, stageStateKey } from "../../../src/runtime/pipeline/stage-state.ts";
import { createMemoryStore } from "./memory-store.ts";

describe("the fence around the runtime's documents", () => {
  test.each([
    "workflow_resume_x",
    "pipeline_resume_x",
    "sdk_resume_x",
    "approval_deadbeef",
    "run_abc",
    "step_abc_1",
    "definition_abc",
    "gate_x",
    "Pipeline_Resume_X",
    "pipeline resume x",
    "__approval_deadbeef",
    "approval/deadbeef",
    " run_abc ",
  ])("the key %j is refused", (name) => {
    expect(() => stageStateKey(name)).toThrow(/is reserved for Lobster's own documents/);
  });

  test.each(["", " ", "\t"])("the blank key %j is refused", (name) => {
    expect(() => stageStateKey(name)).toThrow("state key is empty/invalid");
  });

  test("whatever the key, only values are written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        try {
          expect(stageStateKey(name)).toMatch(/^value_[a-z0-9._-]{1,150}$/);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_request" });
        }
      }),
    );
  });

  test("documents of the runtime are not read through an old name", async () => {
    const documents = new Map<string, JsonValue>([
      ["value_secret", 1],
      ["chat_links", 2],
      ["other", { format: "lobster.gate.v1" }],
    ]);
    const state = createStageState(createMemoryStore(documents));
    for (const name of ["value_secret", "chat links", "Other"]) expect(await state.read(name)).toBeUndefined();
  });
});

describe("names", () => {
  test.each([
    ["a/b", "A b"],
    ["a", "A"],
    ["a-b", "a_b"],
    ["a", "a "],
    ["日本", "日本語"],
    ["x".repeat(300), "x".repeat(301)],
  ])("%j and %j do not share a value", async (one, other) => {
    const state = createStageState(createMemoryStore());
    await state.write(one, 1);
    expect(await state.read(other)).toBeUndefined();
    await state.write(other, 2);
    expect([await state.read(one), await state.read(other)]).toEqual([1, 2]);
  });

  test("two names never have the same key", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "A", "b", "-", "_", "/", " ", "2", "f", "é"), minLength: 1 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other && one.trim() !== "" && other.trim() !== "");
        expect(stageStateKey(one)).not.toBe(stageStateKey(other));
      }),
    );
  });

  test("a value that the peer stored is read until it is written anew", async () => {
    const documents = new Map<string, JsonValue>([["github.pr_o_r_1", { old: true }]]);
    const state = createStageState(createMemoryStore(documents));
    expect(await state.read("github.pr:o/r#1")).toEqual({ old: true });
    expect(await state.exchange("github.pr:o/r#1", { new: true })).toEqual({ old: true });
    expect(await state.read("github.pr:o/r#1")).toEqual({ new: true });
    expect(documents.get("github.pr_o_r_1")).toEqual({ old: true });
  });
});

describe("exchanging", () => {
  test("returns what was replaced, nothing the first time", async () => {
    const state = createStageState(createMemoryStore());
    expect(await state.exchange("k", 1)).toBeUndefined();
    expect(await state.exchange("k", 2)).toBe(1);
  });

  test("of racing callers each replaces another value", async () => {
    const state = createStageState(createMemoryStore());
    const before = await Promise.all(Array.from({ length: 20 }, (_, n) => state.exchange("k", n)));
    expect(new Set([...before, await state.read("k")]).size).toBe(21);
  });

  test("gives up on a value that never holds still", async () => {
    const store = createMemoryStore(new Map([["value_k", 1]]));
    const state = createStageState({ ...store, replace: async () => ({ kind: "conflict" }) });
    await expect(state.write("k", 2)).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

test("a host without a store says so", () => {
  expect(() => requireState({ state: null })).toThrow(expect.objectContaining({ code: "not_started" }));
});
