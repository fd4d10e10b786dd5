import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../../src/runtime/create-runtime.ts";
import { summarizeCost } from "../../../../src/runtime/engine/cost/summary.ts";
import type { Environment } from "../../../../src/runtime/ports.ts";
import type { RunDocument } from "../../../../src/runtime/run/documents.ts";
import type { RunReport } from "../../../../src/runtime/runtime.ts";
import { createFileStore } from "../../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { runToEnvelope } from "../../../../src/runtime/tool.ts";
import { makeRuntime, type TestRuntime } from "../../../helpers/runtime.ts";
import { startModel } from "./model-server.ts";

/** Costs $0.0125. */
const CALL = `printf '%s' '{"model":"gpt-4o","usage":{"inputTokens":1000,"outputTokens":1000}}'`;
const ANSWER = '{"model":"gpt-4o","usage":{"inputTokens":1000,"outputTokens":1000}}';

function workflow(steps: readonly object[], costLimit?: object): string {
  return JSON.stringify({ ...(costLimit === undefined ? {} : { cost_limit: costLimit }), steps });
}

function prepare(files: Readonly<Record<string, string>>, environment: Environment = {}): TestRuntime {
  const test = makeRuntime(files);
  const host = { ...test.host, environment: { ...test.host.environment, ...environment } };
  return { ...test, host, runtime: createRuntime(host) };
}

async function runFile(test: TestRuntime): Promise<RunReport> {
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  return await test.runtime.execute(run.id);
}

function runText(text: string, environment: Environment = {}, files: Readonly<Record<string, string>> = {}) {
  return runFile(prepare({ "workflow.lobster": text, ...files }, environment));
}

function spentBy({ run: { cost } }: { readonly run: RunDocument }) {
  const summary = summarizeCost(cost);
  return { usd: summary?.estimatedCostUsd ?? 0, steps: summary?.byStep.map((entry) => entry.stepId) ?? [] };
}

const ask = (prompt: string): string => `llm.invoke --disable-cache --prompt ${prompt}`;

describe("the cost of a run", () => {
  it("stands in the envelope, by step", async () => {
    const test = prepare({ "workflow.lobster": workflow([{ id: "a", run: CALL }]) });
    const envelope = await runToEnvelope(
      test.runtime,
      { filePath: test.path("workflow.lobster"), cwd: test.folder },
      { environment: {} },
    );
    expect(envelope._meta?.cost).toEqual({
      totalInputTokens: 1000,
      totalOutputTokens: 1000,
      estimatedCostUsd: 0.0125,
      byStep: [{ stepId: "a", model: "gpt-4o", inputTokens: 1000, outputTokens: 1000, costUsd: 0.0125 }],
    });
  });

  it("is not mentioned when there was none", async () => {
    const test = prepare({ "workflow.lobster": workflow([{ id: "a", run: 'echo \'{"usage":{"disk":5}}\'' }]) });
    const request = { filePath: test.path("workflow.lobster"), cwd: test.folder };
    const envelope = await runToEnvelope(test.runtime, request, { environment: {} });
    expect(envelope).toMatchObject({ ok: true, status: "ok" });
    expect(envelope._meta).not.toHaveProperty("cost");
    expect(test.warnings).toEqual([]);
  });

  it("stands in the envelope of a failure as well", async () => {
    const test = prepare({
      "workflow.lobster": workflow([
        { id: "a", run: CALL },
        { id: "b", run: "exit 1" },
      ]),
    });
    const request = { filePath: test.path("workflow.lobster"), cwd: test.folder };
    const envelope = await runToEnvelope(test.runtime, request, { environment: {} });
    expect(envelope).toMatchObject({ ok: false, _meta: { cost: { estimatedCostUsd: 0.0125 } } });
  });

  it.each<[string, object[], Record<string, string>, string[]]>([
    ["a step", [{ id: "a", run: CALL }], {}, ["a"]],
    ["a pipeline", [{ id: "a", pipeline: `exec --json --shell "${CALL.replaceAll('"', '\\"')}"` }], {}, ["a"]],
    [
      "the sub-steps of a loop",
      [
        { id: "list", run: "echo '[1,2]'" },
        { id: "loop", for_each: "$list.json", steps: [{ id: "sub", run: CALL }] },
      ],
      {},
      ["loop.sub", "loop.sub"],
    ],
    [
      "branches",
      [
        {
          id: "p",
          parallel: {
            branches: [
              { id: "b1", run: CALL },
              { id: "b2", run: CALL },
            ],
          },
        },
      ],
      {},
      ["b1", "b2"],
    ],
    [
      "the step that calls a sub-workflow",
      [{ id: "call", workflow: "child.lobster" }],
      { "child.lobster": workflow([{ id: "inner", run: CALL }]) },
      ["call"],
    ],
  ])("is booked under %s", async (_what, steps, files, expected) => {
    const report = await runText(workflow(steps), {}, files);
    expect(report.kind).toBe("finished");
    expect(spentBy(report).steps.toSorted()).toEqual(expected);
  });

  it.each<[string, object[]]>([
    ["as stdin", [{ id: "b", stdin: "$a.json", run: "cat" }]],
    ["as text of a result", [{ id: "b", stdin: "$a.stdout", run: "cat" }]],
    ["in a command", [{ id: "b", run: "printf '%s' $a.json" }]],
    ["in the environment", [{ id: "b", env: { ANSWER: "$a.json" }, run: 'printf "%s" "$ANSWER"' }]],
    ["through a pipeline", [{ id: "b", stdin: "$a.json", pipeline: "pick usage" }]],
    [
      "from hand to hand",
      [
        { id: "b", stdin: "$a.json", run: "cat" },
        { id: "c", stdin: "$b.json", run: "cat" },
      ],
    ],
    [
      "through a loop",
      [
        { id: "list", stdin: "$a.json", run: 'printf "[%s]" "$(cat)"' },
        {
          id: "loop",
          for_each: "$list.json",
          steps: [
            { id: "sub", stdin: "$item.json", run: "cat" },
            { id: "again", stdin: "$sub.json", run: "cat" },
          ],
        },
      ],
    ],
    ["through a sub-workflow", [{ id: "call", workflow: "child.lobster", workflow_args: { answer: "$a.json" } }]],
  ])("counts a record once that later steps pass along %s", async (_how, later) => {
    const child = JSON.stringify({
      args: { answer: {} },
      steps: [{ id: "show", run: 'printf "%s" "$LOBSTER_ARG_ANSWER"' }],
    });
    const report = await runText(workflow([{ id: "a", run: CALL }, ...later]), {}, { "child.lobster": child });
    expect(report.kind).toBe("finished");
    expect(spentBy(report)).toEqual({ usd: 0.0125, steps: ["a"] });
  });

  it("counts a record anew that a step prints without having been given it", async () => {
    const report = await runText(
      workflow([
        { id: "a", run: CALL },
        { id: "b", run: "cat given.json" },
      ]),
      {},
      { "given.json": ANSWER },
    );
    expect(spentBy(report)).toEqual({ usd: 0.025, steps: ["a", "b"] });
  });

  it("of the losers of wait: any is not counted, of branches that failed is", async () => {
    const model = await startModel();
    const environment = { LOBSTER_LLM_ADAPTER_URL: model.url };
    const won = await runText(
      workflow([
        {
          id: "race",
          parallel: {
            wait: "any",
            branches: [
              { id: "slow", pipeline: `${ask("slow")} | exec --shell 'touch asked; sleep 20'` },
              { id: "fast", run: `while [ ! -e asked ]; do sleep 0.01; done; ${CALL}` },
            ],
          },
        },
      ]),
      environment,
    );
    expect(won.kind).toBe("finished");
    expect(model.prompts).toEqual(["slow"]);
    expect(spentBy(won)).toEqual({ usd: 0.0125, steps: ["fast"] });

    const lost = await runText(
      workflow([
        {
          id: "race",
          on_error: "continue",
          parallel: { wait: "any", branches: [{ id: "only", pipeline: `${ask("x")} | exec --shell 'exit 1'` }] },
        },
      ]),
      environment,
    );
    expect(spentBy(lost)).toEqual({ usd: 0.0075, steps: ["only"] });
  });
});

describe("calls of language models", () => {
  it.each<[string, string[], number, string[]]>([
    ["passed on", ["llm.invoke --prompt p"], 1, ["s1"]],
    ["swallowed by a renderer", ["llm.invoke --prompt p | json"], 1, ["s1"]],
    ["cut down", ["llm.invoke --prompt p | pick usage"], 1, ["s1"]],
    ["lost", ["llm.invoke --prompt p | where model=none"], 1, ["s1"]],
    ["made again", ["llm.invoke --prompt p", "llm.invoke --prompt p --refresh"], 2, ["s1", "s2"]],
    ["replayed", ["llm.invoke --prompt p", "llm.invoke --prompt p | pick model,usage"], 1, ["s1"]],
    ["kept as state", ["llm.invoke --prompt p | state.set kept", "state.get kept | json"], 1, ["s1"]],
  ])("cost once each: an answer %s", async (_what, pipelines, calls, expected) => {
    const model = await startModel();
    const steps = pipelines.map((pipeline, index) => ({ id: `s${index + 1}`, pipeline }));
    const report = await runText(workflow(steps), { LOBSTER_LLM_ADAPTER_URL: model.url });
    expect(report.kind).toBe("finished");
    expect(model.prompts).toHaveLength(calls);
    expect(spentBy(report)).toEqual({ usd: 0.0075 * calls, steps: expected });
  });

  it("paid for by an earlier run cost this one nothing", async () => {
    const model = await startModel();
    const test = prepare(
      { "workflow.lobster": workflow([{ id: "a", pipeline: "llm.invoke --prompt p | state.set k | state.get k" }]) },
      { LOBSTER_LLM_ADAPTER_URL: model.url },
    );
    expect(spentBy(await runFile(test)).usd).toBe(0.0075);
    expect(spentBy(await runFile(test)).usd).toBe(0);
    expect(model.prompts).toHaveLength(1);
  });

  it("cost although the answer was rejected", async () => {
    const model = await startModel((n) => (n === 1 ? { output: { data: {} } } : {}));
    const schema = JSON.stringify({ type: "object", required: ["ok"] });
    const pipeline = `llm.invoke --prompt p --output-schema '${schema}'`;
    const report = await runText(workflow([{ id: "a", pipeline }]), { LOBSTER_LLM_ADAPTER_URL: model.url });
    expect(spentBy(report)).toEqual({ usd: 0.015, steps: ["a", "a"] });
  });

  it("are priced by the model that was asked for when the answer names none", async () => {
    const model = await startModel(() => ({ model: null }));
    const report = await runText(workflow([{ id: "a", pipeline: "llm.invoke --model gpt-4o --prompt p" }]), {
      LOBSTER_LLM_ADAPTER_URL: model.url,
    });
    expect(spentBy(report)).toEqual({ usd: 0.0075, steps: ["a"] });
  });

  it("count once over a gate and a restart, wherever the answer turns up", async () => {
    const model = await startModel();
    const test = prepare(
      {
        "workflow.lobster": workflow([
          { id: "live", pipeline: "llm.invoke --prompt p | state.set kept" },
          { id: "gate", approval: "Go on?" },
          { id: "kept", pipeline: "state.get kept" },
          { id: "echo", stdin: "$live.json", pipeline: "head --n 1" },
        ]),
      },
      { LOBSTER_LLM_ADAPTER_URL: model.url },
    );
    const waiting = await runFile(test);
    expect(spentBy(waiting)).toEqual({ usd: 0.0075, steps: ["live"] });
    const resumed = await approveElsewhere(test, waiting);
    expect(resumed.kind).toBe("finished");
    expect(spentBy(resumed)).toEqual({ usd: 0.0075, steps: ["live"] });
  });
});

/** Approves the gate with another runtime over the same folder, as after a restart. */
async function approveElsewhere(test: TestRuntime, report: RunReport): Promise<RunReport> {
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${report.kind}`);
  const store = createFileStore({ directory: join(test.folder, "state"), clock: systemClock, ids: systemIds });
  const runtime = createRuntime({ ...test.host, store });
  await runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
  return await runtime.execute(report.run.id);
}

const STOP_AT_ONE_CENT = { max_usd: 0.01, action: "stop" };

describe("cost_limit", () => {
  it("stops a run over a gate and a restart: a gate is no reset", async () => {
    const test = prepare({
      "workflow.lobster": workflow(
        [
          { id: "a", run: CALL },
          { id: "gate", approval: "Go on?" },
          { id: "b", run: CALL },
          { id: "c", run: "touch ran" },
        ],
        { max_usd: 0.02, action: "stop" },
      ),
    });
    const report = await approveElsewhere(test, await runFile(test));
    expect(report).toMatchObject({
      kind: "failed",
      error: { code: "cost_limit", message: "Cost limit exceeded: $0.0250 > $0.02 limit" },
      run: { outcome: { kind: "failed", stepId: "b" } },
    });
    expect(existsSync(test.path("ran"))).toBe(false);
  });

  it.each<[string, object]>([
    ["a step", { retry: { max: 3, delay_ms: 1 }, pipeline: "llm.invoke --prompt p --refresh | exec --shell 'exit 1'" }],
    [
      "a loop",
      {
        retry: { max: 3, delay_ms: 1 },
        for_each: "$list.json",
        steps: [{ id: "sub", pipeline: "llm.invoke --prompt p --refresh | exec --shell 'exit 1'" }],
      },
    ],
    [
      "a block",
      {
        retry: { max: 3, delay_ms: 1 },
        parallel: {
          branches: [
            { id: "b1", pipeline: "llm.invoke --prompt p --refresh" },
            { id: "b2", run: "exit 1" },
          ],
        },
      },
    ],
  ])("stops before %s is tried again, though the failed attempt left nothing", async (_what, step) => {
    const model = await startModel();
    const steps = [
      { id: "list", run: "echo '[1]'" },
      { id: "spend", on_error: "continue", ...step },
    ];
    const report = await runText(workflow(steps, { max_usd: 0.001, action: "stop" }), {
      LOBSTER_LLM_ADAPTER_URL: model.url,
    });
    expect(report).toMatchObject({ kind: "failed", error: { code: "cost_limit" } });
    expect(model.prompts).toHaveLength(1);
  });

  it("stops after a failure that the run would go on after", async () => {
    const model = await startModel();
    const test = prepare(
      {
        "workflow.lobster": workflow(
          [
            { id: "a", on_error: "continue", pipeline: "llm.invoke --prompt p | exec --shell 'exit 1'" },
            { id: "b", run: "touch ran" },
          ],
          { max_usd: 0.001, action: "stop" },
        ),
      },
      { LOBSTER_LLM_ADAPTER_URL: model.url },
    );
    expect(await runFile(test)).toMatchObject({ kind: "failed", run: { outcome: { stepId: "a" } } });
    expect(existsSync(test.path("ran"))).toBe(false);
  });

  it("stops a loop between its items", async () => {
    const test = prepare({
      "workflow.lobster": workflow(
        [
          { id: "list", run: "echo '[1,2,3]'" },
          {
            id: "loop",
            on_error: "continue",
            for_each: "$list.json",
            steps: [{ id: "sub", run: `printf x >> log; ${CALL}` }],
          },
        ],
        { max_usd: 0.02, action: "stop" },
      ),
    });
    expect(await runFile(test)).toMatchObject({ error: { message: "Cost limit exceeded: $0.0250 > $0.02 limit" } });
    expect(readFileSync(test.path("log"), "utf8")).toBe("xx");
  });

  it("stops inside a sub-workflow, by its own limit or by its caller's", async () => {
    const steps = [
      { id: "inner", run: CALL },
      { id: "after", run: "touch ran" },
    ];
    const call = [{ id: "call", workflow: "child.lobster", on_error: "continue", retry: { max: 2, delay_ms: 1 } }];
    for (const [outer, inner] of [
      [STOP_AT_ONE_CENT, undefined],
      [undefined, STOP_AT_ONE_CENT],
    ] as const) {
      const test = prepare({ "workflow.lobster": workflow(call, outer), "child.lobster": workflow(steps, inner) });
      expect(await runFile(test)).toMatchObject({ error: { message: "Cost limit exceeded: $0.0125 > $0.01 limit" } });
      expect(existsSync(test.path("ran"))).toBe(false);
    }
  });

  it("of a sub-workflow counts what it spent before its gate", async () => {
    const child = [
      { id: "one", run: CALL },
      { id: "gate", approval: "Go on?" },
      { id: "two", run: CALL },
    ];
    const test = prepare({
      "workflow.lobster": workflow([{ id: "call", workflow: "child.lobster" }]),
      "child.lobster": workflow(child, { max_usd: 0.02, action: "stop" }),
    });
    const report = await approveElsewhere(test, await runFile(test));
    expect(report).toMatchObject({ error: { message: "Cost limit exceeded: $0.0250 > $0.02 limit" } });
  });

  it("stops at a model without a price, and says what to set", async () => {
    const printed = CALL.replace("gpt-4o", "acme-1");
    const text = workflow([{ id: "a", run: printed }], { max_usd: 100, action: "stop" });
    const stopped = await runText(text);
    expect(stopped).toMatchObject({ kind: "failed", error: { code: "cost_limit" } });
    expect(stopped.kind === "failed" && stopped.error.message).toMatch(/"acme-1".*LOBSTER_LLM_PRICING_JSON/);
    const priced = await runText(text, { LOBSTER_LLM_PRICING_JSON: '{"acme-1":{"input":1,"output":1}}' });
    expect(spentBy(priced)).toEqual({ usd: 0.002, steps: ["a"] });
  });

  it("that only warns lets a model without a price pass, with one warning", async () => {
    const printed = CALL.replace("gpt-4o", "acme-1");
    const test = prepare({
      "workflow.lobster": workflow(
        [
          { id: "a", run: printed },
          { id: "b", run: printed },
        ],
        { max_usd: 0 },
      ),
    });
    expect(await runFile(test)).toMatchObject({ kind: "finished" });
    expect(test.warnings).toEqual([expect.stringContaining('No LLM pricing configured for model "acme-1"')]);
  });

  it.each<[string, object[], number]>([
    ["after steps and at the end", [{ id: "b", run: "true" }], 3],
    ["not for skipped steps", [{ id: "b", when: false, run: "true" }], 2],
    ["after a failure the run goes on after", [{ id: "b", run: "exit 1", on_error: "continue" }], 3],
    ["not between attempts", [{ id: "b", run: "exit 1", on_error: "continue", retry: { max: 2, delay_ms: 1 } }], 3],
    ["after each sub-step", [{ id: "b", for_each: "$list.json", steps: [{ id: "s", run: "true" }] }], 5],
    [
      "once for a block",
      [
        {
          id: "b",
          parallel: {
            branches: [
              { id: "x", run: "true" },
              { id: "y", run: "true" },
            ],
          },
        },
      ],
      3,
    ],
    ["once for a sub-workflow without its own", [{ id: "b", workflow: "child.lobster" }], 3],
  ])("warns %s", async (_when, more, times) => {
    const steps = [{ id: "list", run: "echo '[1,2]'" }, { id: "a", run: CALL }, ...more];
    const test = prepare({
      "workflow.lobster": workflow(steps, { max_usd: 0.01 }),
      "child.lobster": workflow([{ id: "inner", run: "true" }]),
    });
    expect(await runFile(test)).toMatchObject({ kind: "finished" });
    const warned = test.warnings.filter((text) => text.startsWith("[WARN]"));
    expect(warned).toEqual(Array.from({ length: times }, () => "[WARN] Cost $0.0125 exceeds limit $0.01\n"));
  });
});
