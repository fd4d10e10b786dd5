import { describe, expect, it } from "vitest";
import type { StepDefinition } from "../../../src/runtime/workflow/definition.ts";
import { loadText } from "../../helpers/load-text.ts";

async function stepOf(step: string): Promise<StepDefinition | undefined> {
  const { definition } = await loadText(`steps: [{id: first, run: x}, ${step}]`, {
    files: { "c.lobster": "steps: [{id: x, run: x}]" },
  });
  return definition.steps[1];
}

describe("a definition", () => {
  it.each([
    ["{id: a, run: ls}", { kind: "shell", text: "ls" }],
    ["{id: a, command: ls}", { kind: "shell", text: "ls" }],
    ["{id: a, run: ls, command: rm}", { kind: "shell", text: "ls" }],
    ["{id: a, pipeline: json}", { kind: "pipeline", text: "json" }],
    ["{id: a, approval: true}", { kind: "pass" }],
    [
      "{id: a, workflow: c.lobster, workflow_args: {k: [1]}}",
      { kind: "workflow", path: "c.lobster", args: new Map([["k", [1]]]) },
    ],
    [
      "{id: a, parallel: {branches: [{id: b, run: x, stdin: null, cwd: d, env: {A: x, N: 1}}]}}",
      {
        kind: "parallel",
        wait: "all",
        branches: [
          { id: "b", work: { kind: "shell", text: "x" }, stdin: { value: null }, cwd: "d", env: new Map([["A", "x"]]) },
        ],
      },
    ],
    [
      "{id: a, for_each: $first.json, steps: [{id: u, pipeline: json, condition: $item.json}]}",
      {
        kind: "for_each",
        source: "$first.json",
        itemVar: "item",
        indexVar: "index",
        batchSize: 1,
        pauseMs: 0,
        steps: [{ id: "u", work: { kind: "pipeline", text: "json" }, env: new Map(), when: "$item.json" }],
      },
    ],
    [
      "{id: a, input: {prompt: '', responseSchema: {type: string}, defaults: null}}",
      { kind: "input", input: { prompt: "", responseSchema: { type: "string" }, defaults: { value: null } } },
    ],
  ])("has the work of %s", async (step, work) => {
    expect((await stepOf(step))?.work).toEqual(work);
  });

  it.each([
    ["when: null, condition: false", false],
    ["when: false, condition: true", false],
    ["when: 'true'", "true"],
    ["condition: $first.json", "$first.json"],
    ["when: null", undefined],
  ])("decides by `%s`", async (keys, when) => {
    expect((await stepOf(`{id: a, run: x, ${keys}}`))?.when).toBe(when);
  });

  it("fills in what a step leaves out", async () => {
    expect(await stepOf("{id: a, run: x, retry: {}}")).toEqual({
      id: "a",
      work: { kind: "shell", text: "x" },
      when: undefined,
      env: new Map(),
      onError: "stop",
      retry: { max: 1, backoff: "fixed", delayMs: 1000, maxDelayMs: 30_000, jitter: false },
    });
  });

  it("keeps everything a step says", async () => {
    const step =
      "{id: a, run: x, stdin: [1], cwd: d, timeout_ms: 5, on_error: skip_rest, retry: {max: 3, backoff: exponential, delay_ms: 1, max_delay_ms: 2, jitter: true}}";
    expect(await stepOf(step)).toMatchObject({
      stdin: { value: [1] },
      cwd: "d",
      timeoutMs: 5,
      onError: "skip_rest",
      retry: { max: 3, backoff: "exponential", delayMs: 1, maxDelayMs: 2, jitter: true },
    });
  });
});
