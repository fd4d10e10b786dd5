import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../../src/runtime/json.ts";
import type { LlmAdapter, LlmUsage, StageHost } from "../../../../src/runtime/pipeline/stage-context.ts";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";
import { startServer, type Reply, type TestServer } from "../test-server.ts";

let cache: string;
const servers: TestServer[] = [];
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "lobster-llm-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(cache, { recursive: true, force: true });
});

const answerWith = (result: object): Reply => ({
  json: { ok: true, result: { output: { text: "hello" }, ...result } },
});

/** A host whose model is a real HTTP server. */
async function modelHost(
  answer: (index: number) => Reply,
  environment: Record<string, string> = {},
  urlName = "LOBSTER_LLM_ADAPTER_URL",
): Promise<{ readonly server: TestServer; readonly host: StageHost; readonly usage: LlmUsage[] }> {
  const server = await startServer((_, index) => answer(index));
  servers.push(server);
  const usage: LlmUsage[] = [];
  const host = createTestHost({
    environment: { LOBSTER_CACHE_DIR: cache, [urlName]: server.url, ...environment },
    reportUsage: (used) => void usage.push(used),
  });
  return { server, host, usage };
}

async function itemOf(pipeline: string, host: StageHost, input: readonly JsonValue[] = []): Promise<JsonObject> {
  const [item, ...more] = await itemsOf(pipeline, input, { host });
  if (!isJsonObject(item) || more.length > 0) throw new Error("expected exactly one item");
  return item;
}

/** An answer by hand. */
function raw(text: string, status = 200): Reply {
  return (response) => response.writeHead(status).end(text);
}

/** An answer whose output is data. */
function data(value: unknown): Reply {
  return answerWith({ output: { data: value }, usage: { inputTokens: 1 } });
}

const files = (): string[] => readdirSync(join(cache, "llm.invoke"));

function adapter(more: Partial<LlmAdapter> = {}): LlmAdapter {
  return { invoke: async ({ payload }) => ({ ok: true, result: { output: { data: payload["prompt"] } } }), ...more };
}

function withAdapters(adapters: Record<string, LlmAdapter>): StageHost {
  return createTestHost({ environment: { LOBSTER_CACHE_DIR: cache }, llmAdapters: new Map(Object.entries(adapters)) });
}

describe("the request", () => {
  test("carries prompt, artifacts and options", async () => {
    const { server, host } = await modelHost(() => answerWith({}));
    const options = [
      "--model m --schema-version v2 --temperature 0.5 --max-output-tokens 9",
      `--artifacts-json '[{"kind":"text","text":"x"},null,[1],true]' --metadata-json '{"m":1}'`,
    ].join(" ");
    await itemOf(`llm.invoke ${options} Sum it up`, host, ["an item", { kind: "text", text: "x" }]);
    expect(server.seen).toMatchObject([{ method: "POST", path: "/invoke" }]);
    expect(server.seen[0]?.body).toEqual({
      prompt: "Sum it up",
      model: "m",
      artifacts: [
        { kind: "text", text: "an item" },
        { kind: "text", text: "x" },
        { kind: "text", text: "x" },
        { kind: "json", data: null },
        { kind: "json", data: [1] },
        { kind: "text", text: "true" },
      ],
      artifactHashes: Array.from({ length: 6 }, () => expect.stringMatching(/^[0-9a-f]{64}$/) as unknown),
      metadata: { m: 1 },
      schemaVersion: "v2",
      maxOutputTokens: 9,
      temperature: 0.5,
    });
    expect(server.seen[0]?.body).toHaveProperty(["artifactHashes", 1], expect.stringMatching(/^312404a4/));
  });

  test("omits what was not given, and takes the environment's defaults", async () => {
    const { server, host } = await modelHost(() => answerWith({}), { LLM_TASK_MODEL: "env-model" });
    await itemOf("llm.invoke --prompt hi", host);
    expect(server.seen[0]?.body).toEqual({
      prompt: "hi",
      model: "env-model",
      artifacts: [],
      artifactHashes: [],
      schemaVersion: "v1",
    });
  });

  test.each([
    ["http", "LOBSTER_LLM_ADAPTER_URL", "", "/invoke"],
    ["http", "LOBSTER_LLM_ADAPTER_URL", "/custom?x=1", "/custom?x=1"],
    ["pi", "LOBSTER_PI_LLM_ADAPTER_URL", "/", "/invoke"],
    ["openclaw", "OPENCLAW_URL", "/?x=1", "/tools/invoke"],
  ])("%s at %s%s posts to %s", async (source, urlName, suffix, path) => {
    const { server, host } = await modelHost(() => answerWith({}), {}, urlName);
    const environment = { ...host.environment, [urlName]: `${server.url}${suffix}` };
    const item = await itemOf("llm.invoke hi", { ...host, environment });
    expect([server.seen[0]?.path, item["source"]]).toEqual([path, source]);
  });

  test("to a gateway is wrapped as a tool call", async () => {
    const { server, host } = await modelHost(() => answerWith({}), {}, "OPENCLAW_URL");
    const item = await itemOf("llm_task.invoke hi", host);
    expect(server.seen[0]?.body).toMatchObject({ tool: "llm-task", action: "invoke", args: { prompt: "hi" } });
    expect(item).toMatchObject({ kind: "llm_task.invoke", source: "clawd" });
  });

  test.each([
    ["llm.invoke", {}, "llm.invoke requires --prompt or positional text"],
    ["llm.invoke --prompt", {}, "llm.invoke --prompt needs a value"],
    ["llm.invoke hi", {}, "llm.invoke could not resolve a provider. Set --provider or LOBSTER_LLM_PROVIDER"],
    ["llm.invoke --provider magic hi", {}, "Unsupported llm provider: magic"],
    ["llm.invoke --provider __proto__ hi", {}, "Unsupported llm provider: __proto__"],
    ["llm_task.invoke hi", {}, "llm_task.invoke requires OPENCLAW_URL (or CLAWD_URL) for provider=openclaw"],
    ["llm.invoke --provider pi hi", {}, "llm.invoke requires LOBSTER_PI_LLM_ADAPTER_URL for provider=pi"],
    ["llm.invoke --provider HTTP hi", {}, "llm.invoke requires LOBSTER_LLM_ADAPTER_URL for provider=http"],
    [
      "llm.invoke hi",
      { LOBSTER_LLM_ADAPTER_URL: "ftp://x" },
      "llm.invoke requires an http(s) URL in LOBSTER_LLM_ADAPTER_URL",
    ],
    ["llm.invoke --artifacts-json {} hi", {}, "llm.invoke --artifacts-json must be a JSON array"],
    ["llm.invoke --metadata-json [] hi", {}, "llm.invoke --metadata-json must be a JSON object"],
    ["llm.invoke --output-schema [] hi", {}, "llm.invoke --output-schema must be a JSON object"],
    [`llm.invoke --output-schema '{"type":"no"}' hi`, {}, "llm.invoke --output-schema is not a JSON Schema"],
    ["llm.invoke --temperature warm hi", {}, "llm.invoke --temperature must be a number (got 'warm')"],
    [
      "llm.invoke --max-validation-retries 21 hi",
      {},
      "llm.invoke --max-validation-retries must be a whole number of at most 20",
    ],
    [
      `llm.invoke --artifacts-json '[{"kind":5}]' hi`,
      { LOBSTER_LLM_ADAPTER_URL: "http://127.0.0.1:1" },
      "llm.invoke payload invalid: data/artifacts/0/kind must be string",
    ],
  ])("%s with %j is refused", async (pipeline, environment, message) => {
    await expect(run(pipeline, [], { host: createTestHost({ environment }) })).rejects.toThrow(message);
  });
});

describe("the answer", () => {
  test("becomes one item; what is absent or null is null", async () => {
    const { host } = await modelHost(() => answerWith({ model: null, usage: { inputTokens: 1 }, warnings: ["w"] }));
    expect(await itemOf("llm.invoke hi", host)).toEqual({
      kind: "llm.invoke",
      runId: null,
      prompt: null,
      model: null,
      schemaVersion: "v1",
      status: "completed",
      cacheKey: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      artifactHashes: [],
      output: { format: "text", text: "hello", data: null },
      usage: { inputTokens: 1 },
      metadata: null,
      warnings: ["w"],
      diagnostics: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      source: "http",
      cached: false,
      attemptCount: 1,
    });
  });

  test.each<[string, unknown]>([
    ["without an envelope", { output: { data: 1 } }],
    ["in an envelope", { ok: true, result: { output: { data: 1 } } }],
  ])("may come %s", async (_, json) => {
    const { host } = await modelHost(() => ({ json }));
    expect(await itemOf("llm.invoke hi", host)).toMatchObject({ output: { format: "json", text: null, data: 1 } });
  });

  test.each<[Reply, string]>([
    [raw("x".repeat(500), 503), `llm.invoke request failed: 503 Service Unavailable: ${"x".repeat(400)}`],
    [raw("<html>"), "llm.invoke request failed: Response was not JSON"],
    [{ json: { ok: false, error: { message: "no credit" } } }, "llm.invoke remote error: no credit"],
    [{ json: { ok: false } }, "llm.invoke remote error: llm adapter returned an error"],
    [{ json: { ok: true } }, "llm.invoke received invalid response envelope: /result must be an object"],
    [{ json: { ok: "yes" } }, "llm.invoke received invalid response envelope: /ok must be a boolean"],
    [{ json: [] }, "llm.invoke received invalid response envelope: /result must be an object"],
    [
      { json: { ok: true, result: {} } },
      "llm.invoke received invalid response envelope: /result/output must be an object",
    ],
    [answerWith({ model: 5 }), "llm.invoke received invalid response envelope: /result/model must be a string"],
    [
      answerWith({ output: { text: 5 } }),
      "llm.invoke received invalid response envelope: /result/output/text must be a string",
    ],
    [
      answerWith({ warnings: [1] }),
      "llm.invoke received invalid response envelope: /result/warnings must be a list of strings",
    ],
    [
      answerWith({ usage: { inputTokens: "1" } }),
      "llm.invoke received invalid response envelope: /result/usage/inputTokens must be a number",
    ],
  ])("%j", async (reply, message) => {
    const { host } = await modelHost(() => reply);
    await expect(run("llm.invoke hi", [], { host })).rejects.toMatchObject({ code: "step_failed", message });
  });

  test("of a gateway that is not ok is its error", async () => {
    const { host } = await modelHost(() => ({ json: { ok: false, error: { message: "down" } } }), {}, "OPENCLAW_URL");
    await expect(run("llm.invoke hi", [], { host })).rejects.toThrow(
      "llm.invoke request failed: openclaw adapter error: down",
    );
  });

  test("over the response cap is given up", async () => {
    const { host } = await modelHost(() => raw("x".repeat(200)), { LOBSTER_MAX_HTTP_RESPONSE_BYTES: "100" });
    await expect(run("llm.invoke hi", [], { host })).rejects.toMatchObject({
      code: "output_limit",
      message: "llm.invoke request failed: HTTP response body exceeded 100 bytes",
    });
  });

  test("that never comes is given up after --timeout-ms", async () => {
    const { host } = await modelHost(() => () => undefined);
    await expect(run("llm.invoke --timeout-ms 20 hi", [], { host })).rejects.toMatchObject({ code: "timed_out" });
  });

  test("that comes after an abort counts for nothing", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const { host } = await modelHost(() => {
      abort.abort(reason);
      return answerWith({});
    });
    await expect(run("llm.invoke hi", [], { host, signal: abort.signal })).rejects.toBe(reason);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe("the output schema", () => {
  const SCHEMA = `--output-schema '{"type":"object","required":["n"],"properties":{"n":{"type":"number"}}}'`;
  test("asks once more by default, telling what was wrong, and reports the usage of both", async () => {
    const { server, host, usage } = await modelHost((index) => data(index === 0 ? { n: "x" } : { n: 1 }));
    expect(await itemOf(`llm.invoke ${SCHEMA} hi`, host)).toMatchObject({
      output: { data: { n: 1 } },
      attemptCount: 2,
    });
    expect(server.seen[0]?.body).not.toHaveProperty("retryContext");
    expect(server.seen[1]?.body).toMatchObject({
      retryContext: { attempt: 2, validationErrors: ["/n must be number"] },
    });
    expect(usage).toHaveLength(2);
  });

  test.each([
    ["--max-validation-retries 0", 1],
    ["--max-validation-retries -3", 1],
    ["", 2],
    ["--max-validation-retries 3", 4],
  ])("with %j makes %i calls, then fails", async (option, calls) => {
    const { server, host } = await modelHost(() => data({}));
    const message = "llm.invoke output failed schema validation: / must have required property 'n'";
    await expect(run(`llm.invoke ${SCHEMA} ${option} hi`, [], { host })).rejects.toThrow(message);
    expect(server.seen).toHaveLength(calls);
    expect(readdirSync(cache)).toEqual([]);
  });

  test("is met by text that is JSON", async () => {
    const { server, host } = await modelHost(() => answerWith({ output: { text: '{"n":1}' } }));
    expect(await itemOf(`llm.invoke ${SCHEMA} hi`, host)).toMatchObject({ output: { data: { n: 1 } } });
    expect(server.seen).toHaveLength(1);
  });

  test("retries from the environment; a bad number counts as one", async () => {
    for (const [text, calls] of [
      ["2", 3],
      ["x", 2],
    ] as const) {
      const { server, host } = await modelHost(() => data({}), { LOBSTER_LLM_VALIDATION_RETRIES: text });
      await expect(run(`llm.invoke ${SCHEMA} hi`, [], { host })).rejects.toThrow("failed schema validation");
      expect(server.seen).toHaveLength(calls);
    }
  });
});

describe("known answers", () => {
  test("come from the cache, are not asked for again, and say so", async () => {
    const { server, host } = await modelHost(() => answerWith({ model: "m" }));
    const live = await itemOf("llm.invoke hi", host);
    const replay = await itemOf("llm.invoke hi", host);
    expect(replay).toEqual({ ...live, source: "cache", cached: true, replayed: true });
    expect(server.seen).toHaveLength(1);
    expect(statSync(join(cache, "llm.invoke", files()[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["another prompt", "llm.invoke ho"],
    ["a model", "llm.invoke --model http-default hi"],
    ["a temperature", "llm.invoke --temperature 0 hi"],
    ["a length", "llm.invoke --max-output-tokens 5 hi"],
    ["metadata", "llm.invoke --metadata-json '{\"a\":1}' hi"],
    ["a schema version", "llm.invoke --schema-version v2 hi"],
    ["an artifact", "llm.invoke --artifacts-json '[1]' hi"],
    ["a refresh", "llm.invoke --refresh hi"],
    ["no cache", "llm.invoke --disable-cache hi"],
  ])("are not used with %s", async (_, pipeline) => {
    const { server, host } = await modelHost(() => answerWith({}));
    await itemOf("llm.invoke hi", host);
    await itemOf(pipeline, host);
    expect(server.seen).toHaveLength(2);
  });

  test("are not used for another endpoint", async () => {
    const one = await modelHost(() => answerWith({}));
    const other = await modelHost(() => answerWith({}));
    await itemOf("llm.invoke hi", one.host);
    await itemOf("llm.invoke hi", other.host);
    expect(other.server.seen).toHaveLength(1);
  });

  test("are told to the cost book as replays", async () => {
    const { host, usage } = await modelHost(() => answerWith({ usage: { inputTokens: 1 } }));
    await itemOf("llm.invoke hi", host);
    await itemOf("llm.invoke hi", host);
    expect(usage).toMatchObject([{ usage: { inputTokens: 1 } }, { replayed: true }]);
  });

  test.each([
    ["broken", "{"],
    ["another's", '{"cacheKey":"x","items":[]}'],
  ])("that are %s are asked for again and rewritten", async (_, text) => {
    const { server, host } = await modelHost(() => answerWith({}));
    await itemOf("llm.invoke hi", host);
    writeFileSync(join(cache, "llm.invoke", files()[0] ?? ""), text);
    await itemOf("llm.invoke hi", host);
    expect(server.seen).toHaveLength(2);
    expect(await itemOf("llm.invoke hi", host)).toMatchObject({ source: "cache" });
  });

  test("are forgotten after 30 days", async () => {
    const { server, host } = await modelHost(() => answerWith({}));
    let now = Date.now();
    const aging = { ...host, clock: { ...host.clock, now: () => now } };
    await itemOf("llm.invoke hi", aging);
    now += 30 * 86_400_000 - 1;
    expect(await itemOf("llm.invoke hi", aging)).toMatchObject({ cached: true });
    now += 1;
    expect(await itemOf("llm.invoke hi", aging)).toMatchObject({ cached: false });
    expect(server.seen).toHaveLength(2);
  });

  test("of the run come first; each call of a run has its own", async () => {
    const { server, host } = await modelHost(() => answerWith({}), { LOBSTER_RUN_STATE_KEY: "run_abc" });
    for (const prompt of ["one", "two", "one", "two"]) await itemOf(`llm.invoke --disable-cache ${prompt}`, host);
    expect(server.seen).toHaveLength(2);
    expect(await itemOf("llm.invoke one", host)).toMatchObject({ source: "run_state", cached: true, replayed: true });
  });

  test("a cache that cannot be written warns and does no harm", async () => {
    const warnings: string[] = [];
    writeFileSync(join(cache, "file"), "");
    const { host } = await modelHost(() => answerWith({}), { LOBSTER_CACHE_DIR: join(cache, "file") });
    await itemOf("llm.invoke hi", { ...host, warn: (message) => void warnings.push(message) });
    expect(warnings).toEqual([expect.stringContaining("llm.invoke could not keep its answer in")]);
  });
});

describe("adapters of the host", () => {
  test("the only one is taken without naming it, and its live answers are not called cached", async () => {
    expect(await itemOf("llm.invoke hi", withAdapters({ mine: adapter() }))).toMatchObject({
      output: { data: "hi" },
      source: "mine",
      cached: false,
    });
  });

  test("one is found whatever its capitals, and may replace a built-in", async () => {
    const host = withAdapters({ MyModel: adapter({ source: "special" }), http: adapter() });
    expect(await itemOf("llm.invoke --provider mymodel hi", host)).toMatchObject({ source: "special" });
    expect(await itemOf("llm.invoke --provider http hi", host)).toMatchObject({ source: "http" });
  });

  test("one that does not listen is left behind on an abort", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const host = withAdapters({
      stuck: adapter({
        invoke: () => {
          queueMicrotask(() => abort.abort(reason));
          return new Promise(() => undefined);
        },
      }),
    });
    await expect(run("llm.invoke hi", [], { host, signal: abort.signal })).rejects.toBe(reason);
  });
});
