import type { CannedAnswer, ReceivedRequest } from "../canned-server.ts";
import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

const HTTP = { LOBSTER_LLM_ADAPTER_URL: "<server>/invoke" };
const PI = { LOBSTER_PI_LLM_ADAPTER_URL: "<server>" };
const CLAW = { OPENCLAW_URL: "<server>" };
const ASK = "llm.invoke --prompt 'Say it'";
const SHORT =
  "pick kind,runId,prompt,model,schemaVersion,status,artifactHashes,output,usage,metadata,warnings,diagnostics,source,cached,attemptCount,replayed";
const SCHEMA = `--output-schema '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}'`;

function answer(result: object): CannedAnswer {
  return { json: { ok: true, result } };
}

const TEXT = answer({
  runId: "r1",
  model: "m1",
  prompt: "Say it",
  output: { text: "it" },
  usage: { inputTokens: 3, outputTokens: 1 },
});
const DATA = answer({ output: { data: { n: 1 } } });
const WRONG = answer({ output: { data: { n: "one" } }, usage: { inputTokens: 1, outputTokens: 1 } });

function call(
  name: string,
  server: readonly CannedAnswer[],
  pipeline: string,
  more: Partial<CorpusCase> = {},
): CorpusCase {
  return { name, server, env: HTTP, pipeline: `${pipeline} | ${SHORT}`, ...more };
}

/** What the pipelines here show of an answer. */
function shown(more: object): object {
  return {
    kind: "llm.invoke",
    runId: null,
    prompt: null,
    model: null,
    schemaVersion: "v1",
    status: "completed",
    artifactHashes: [],
    usage: null,
    metadata: null,
    warnings: null,
    diagnostics: null,
    source: "http",
    cached: false,
    attemptCount: 1,
    ...more,
  };
}

function received(body: object): ReceivedRequest {
  return {
    method: "POST",
    path: "/invoke",
    authorization: null,
    body: { artifacts: [], artifactHashes: [], schemaVersion: "v1", ...body },
  };
}

/** `llm.invoke` and `llm_task.invoke` against a server that answers both engines alike (stages-and-cli §12). */
export const LLM: readonly CorpusCase[] = markDifferences(
  [
    call("an answer through http", [TEXT], ASK),
    call("an answer through pi", [TEXT], ASK, { env: PI }),
    call(
      "an answer through openclaw",
      [{ json: { ok: true, result: { ok: true, result: { output: { text: "it" } } } } }],
      ASK,
      { env: CLAW },
    ),
    call("an answer of openclaw that is no second envelope", [TEXT], ASK, { env: CLAW }),
    call("llm_task.invoke goes to openclaw", [TEXT], "llm_task.invoke --prompt x", { env: { ...HTTP, ...CLAW } }),
    call("a given provider", [TEXT], `${ASK} --provider http`, {
      env: { ...HTTP, OPENCLAW_URL: "http://127.0.0.1:1" },
    }),
    call("a provider of the environment", [TEXT], ASK, {
      env: { ...HTTP, OPENCLAW_URL: "http://127.0.0.1:1", LOBSTER_LLM_PROVIDER: "HTTP" },
    }),
    call("pi comes before openclaw and http", [TEXT], ASK, {
      env: { ...PI, OPENCLAW_URL: "http://127.0.0.1:1", LOBSTER_LLM_ADAPTER_URL: "http://127.0.0.1:1" },
    }),
    call("positional words are the prompt", [TEXT], "llm.invoke say it twice"),
    call(
      "everything that can be said",
      [DATA],
      `${ASK} --model m --temperature 0.5 --max-output-tokens 9 --schema-version v2 --artifacts-json '["x",{"kind":"doc","text":"d"}]' --metadata-json '{"a":1}' --token t`,
    ),
    call("what the environment says", [TEXT], ASK, {
      env: { ...HTTP, LOBSTER_LLM_MODEL: "em", LOBSTER_LLM_SCHEMA_VERSION: "v9", LOBSTER_LLM_ADAPTER_TOKEN: "et" },
    }),
    call("what the environment says under old names", [TEXT], ASK, {
      env: { ...HTTP, LLM_TASK_MODEL: "om", LLM_TASK_SCHEMA_VERSION: "v8" },
    }),
    call("items become artifacts", [TEXT], ASK, { items: ["text", 5, true, null, [1], { kind: "doc", text: "d" }] }),
    call("data that fits the schema", [DATA], `${ASK} ${SCHEMA}`),
    call("an answer that misses the schema is asked for again", [WRONG, DATA], `${ASK} ${SCHEMA}`),
    call("an answer that misses the schema twice", [WRONG], `${ASK} ${SCHEMA}`),
    call("no second call without retries", [WRONG], `${ASK} ${SCHEMA} --max-validation-retries 0`),
    call("retries of the environment", [WRONG, WRONG, DATA], `${ASK} ${SCHEMA}`, {
      env: { ...HTTP, LOBSTER_LLM_VALIDATION_RETRIES: "2" },
    }),
    call("an answer from the cache", [TEXT, DATA], `${ASK} | exec true | ${ASK}`),
    call("no answer from the cache", [TEXT, DATA], `${ASK} | exec true | ${ASK} --disable-cache`),
    call("a fresh answer", [TEXT, DATA], `${ASK} | exec true | ${ASK} --refresh`),
    call("another prompt is another answer", [TEXT, DATA], `${ASK} | exec true | llm.invoke --prompt other`),
    call(
      "other metadata is another call",
      [TEXT, answer({ output: { text: "second" } })],
      `${ASK} --metadata-json '{"a":1}' | exec true | ${ASK} --metadata-json '{"a":2}'`,
    ),
    call(
      "an answer remembered for the run",
      [TEXT, DATA],
      `${ASK} --state-key k --disable-cache | exec true | ${ASK} --state-key k --disable-cache`,
    ),
    call(
      "a remembered answer under the environment's key",
      [TEXT, DATA],
      `${ASK} --disable-cache | exec true | ${ASK} --disable-cache`,
      { env: { ...HTTP, LOBSTER_RUN_STATE_KEY: "k" } },
    ),
    call("a bare result", [{ json: { output: { text: "bare" } } }], ASK),
    call(
      "warnings, metadata and diagnostics",
      [
        answer({
          status: "partial",
          output: { format: "md", text: "x" },
          warnings: ["w"],
          metadata: { a: 1 },
          diagnostics: { b: 2 },
        }),
      ],
      ASK,
    ),
    call("an error of the model", [{ json: { ok: false, error: { message: "too long" } } }], ASK),
    call("an error without words", [{ json: { ok: false } }], ASK),
    call("an error status", [{ status: 429, text: "slow down" }], ASK),
    call("an answer that is no JSON", [{ text: "it" }], ASK),
    call("an openclaw error", [{ json: { ok: false, error: { message: "no tool" } } }], ASK, { env: CLAW }),
    call("an envelope without output", [answer({ model: "m" })], ASK),
    call(
      "an envelope with null for what is absent",
      [answer({ model: null, usage: null, output: { text: "x" } })],
      ASK,
    ),
    call("an envelope without a result", [{ json: { ok: true } }], ASK),
    call("JSON in the text, with a schema", [answer({ output: { text: '{"n":1}' } })], `${ASK} ${SCHEMA}`),
    call("a response cap", [{ text: "x".repeat(101) }], ASK, {
      env: { ...HTTP, LOBSTER_MAX_HTTP_RESPONSE_BYTES: "100" },
    }),
    call("a token of the environment to another machine", [TEXT], ASK, {
      env: { OPENCLAW_URL: "http://127.0.0.2:1", OPENCLAW_TOKEN: "secret" },
    }),
    call("a switch with words behind it", [TEXT], "llm.invoke --disable-cache some words"),
    call("no provider", [], ASK, { env: {} }),
    call("an unknown provider", [], `${ASK} --provider nosuch`),
    call("a provider without its URL", [], `${ASK} --provider pi`),
    call("no prompt", [TEXT], "llm.invoke"),
    call("artifacts that are no list", [TEXT], `${ASK} --artifacts-json '{}'`),
    call("metadata that is no object", [TEXT], `${ASK} --metadata-json 1`),
    call("a schema that is no object", [TEXT], `${ASK} --output-schema '[]'`),
    call("a schema that does not compile", [TEXT], `${ASK} --output-schema '{"type":"nosuch"}'`),
    call("an artifact of the wrong type", [TEXT], ASK, { items: [{ kind: 5 }] }),
    call("a temperature that is no number", [TEXT], `${ASK} --temperature hot`),
    {
      name: "what a step spends is counted",
      server: [answer({ model: "gpt-4o", output: { text: "x" }, usage: { inputTokens: 1000000, outputTokens: 0 } })],
      env: HTTP,
      workflow: `cost_limit: {max_usd: 2, action: stop}\nsteps:\n  - {id: a, pipeline: "${ASK}"}\n  - {id: b, run: 'echo never >> log'}\n`,
      watch: ["log"],
    },
    {
      name: "a replayed answer costs nothing",
      server: [answer({ model: "gpt-4o", output: { text: "x" }, usage: { inputTokens: 1000000, outputTokens: 0 } })],
      env: HTTP,
      workflow: `cost_limit: {max_usd: 3, action: stop}\nsteps:\n  - {id: a, pipeline: "${ASK}"}\n  - {id: b, pipeline: "${ASK} | pick source"}\n`,
    },
    {
      name: "an answer in a later condition",
      server: [DATA],
      env: HTTP,
      workflow: `steps:\n  - {id: a, pipeline: "${ASK}"}\n  - {id: b, run: 'echo one', when: $a.json.output.data.n == 1}\n`,
    },
  ],
  {
    "an envelope without output": differs(
      "F25",
      "the message says what does not fit",
      failed("llm.invoke received invalid response envelope: /result/output must be an object"),
    ),
    "an envelope with null for what is absent": differs(
      "F25",
      "null stands for absent",
      ended(shown({ output: { format: "text", text: "x", data: null } })),
    ),
    "an envelope without a result": differs(
      "F25",
      "an answer with nothing in it is none, and is not kept",
      failed("llm.invoke received invalid response envelope: /result must be an object"),
    ),
    "JSON in the text, with a schema": {
      because: "F25",
      why: "JSON in the text counts as data, and no second call is paid for",
      ours: {
        replies: [ended(shown({ output: { format: "json", text: '{"n":1}', data: { n: 1 } } }))],
        received: [
          received({
            prompt: "Say it",
            outputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
          }),
        ],
      },
    },
    "a token of the environment to another machine": differs(
      "F5",
      "one rule for tokens of the environment: they stay on this machine",
      failed(
        "llm.invoke refuses to send OPENCLAW_TOKEN/CLAWD_TOKEN to non-local --url; pass --token explicitly for remote endpoints",
      ),
    ),
    "a switch with words behind it": {
      because: "F8",
      why: "a switch takes no value",
      ours: { received: [received({ prompt: "some words" })] },
    },
    "a schema that does not compile": differs(
      "F20",
      "the message names the command and its option",
      failed("llm.invoke --output-schema is not a JSON Schema that can be checked"),
    ),
    "a temperature that is no number": {
      because: "F8",
      why: "a number that is none is refused",
      ours: { replies: [failed("llm.invoke --temperature must be a number (got 'hot')")], received: [] },
    },
    "other metadata is another call": {
      because: "F26",
      why: "metadata belongs to the identity of an answer",
      ours: {
        replies: [ended(shown({ output: { format: "text", text: "second", data: null } }))],
        received: [
          received({ prompt: "Say it", metadata: { a: 1 } }),
          received({ prompt: "Say it", metadata: { a: 2 } }),
        ],
      },
    },
  },
);
