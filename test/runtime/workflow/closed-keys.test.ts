import { describe, expect, it } from "vitest";
import { loadText, messagesOf } from "../../helpers/load-text.ts";

const STEP = "steps: [{id: a, run: x}]";

describe("the closed schema", () => {
  it.each([
    [`arg: {}\n${STEP}`, "Workflow file has an unknown key 'arg'; did you mean 'args'?"],
    [
      `cost_limit: {max_usd: 1, acton: stop}\n${STEP}`,
      "Workflow cost_limit has an unknown key 'acton'; did you mean 'action'?",
    ],
    [`args: {v: {defualt: 1}}\n${STEP}`, "Workflow argument v has an unknown key 'defualt'; did you mean 'default'?"],
    [
      "steps: [{id: g, aproval: true, run: x}]",
      "Workflow step g has an unknown key 'aproval'; did you mean 'approval'?",
    ],
    [
      "steps: [{id: g, timeoutMs: 5, run: x}]",
      "Workflow step g has an unknown key 'timeoutMs'; did you mean 'timeout_ms'?",
    ],
    [
      "steps: [{id: g, approval: {required_aprover: alice}}]",
      "Workflow step g approval has an unknown key 'required_aprover'; did you mean 'required_approver'?",
    ],
    [
      "steps: [{id: q, input: {prompt: p, responseSchema: {}, response_schema: {}}}]",
      "Workflow step q input has an unknown key 'response_schema'; did you mean 'responseSchema'?",
    ],
    [
      "steps: [{id: a, run: x, retry: {maxx: 2}}]",
      "Workflow step a retry has an unknown key 'maxx'; did you mean 'max'?",
    ],
    [
      "steps: [{id: p, parallel: {branchs: [], branches: [{id: b, run: x}]}}]",
      "Workflow step p parallel has an unknown key 'branchs'; did you mean 'branches'?",
    ],
    [
      "steps: [{id: p, parallel: {branches: [{id: b, run: x, env_: {}}]}}]",
      "Workflow step p parallel branch b has an unknown key 'env_'; did you mean 'env'?",
    ],
    [
      "steps: [{id: f, run: 'x'}, {id: l, for_each: $f.json, steps: [{id: u, run: x, whne: true}]}]",
      "Workflow step l for_each sub-step u has an unknown key 'whne'; did you mean 'when'?",
    ],
    [
      "steps: [{id: a, run: x, retry: {constructor: 1}}]",
      "Workflow step a retry has an unknown key 'constructor'; known keys: max, backoff, delay_ms, max_delay_ms, jitter",
    ],
  ])("refuses %s", async (text, message) => {
    expect(await messagesOf(text)).toEqual([message]);
  });

  it.each(["when: true", "timeout_ms: 5", "retry: {max: 2}", "on_error: continue", "approval: Stop?", "input: {}"])(
    "refuses `%s` on a branch, where it would do nothing",
    async (key) => {
      const [name] = key.split(":");
      expect(await messagesOf(`steps: [{id: p, parallel: {branches: [{id: b, run: x, ${key}}]}}]`)).toEqual([
        `Workflow step p parallel branch b cannot define '${name}'; only a step of its own can`,
      ]);
    },
  );

  it.each(["timeout_ms: 5", "retry: {max: 2}", "on_error: continue", "approval: 1", "input: x"])(
    "refuses `%s` on a loop's sub-step, where it would do nothing",
    async (key) => {
      const [name] = key.split(":");
      const text = `steps: [{id: f, run: x}, {id: l, for_each: $f.json, steps: [{id: u, run: x, ${key}}]}]`;
      expect(await messagesOf(text)).toEqual([
        `Workflow step l for_each sub-step u cannot define '${name}'; only a step of its own can`,
      ]);
    },
  );

  it("lists the known keys when none is near", async () => {
    expect(await messagesOf("steps: [{id: a, run: x, retry: {zzz: 1}}]")).toEqual([
      "Workflow step a retry has an unknown key 'zzz'; known keys: max, backoff, delay_ms, max_delay_ms, jitter",
    ]);
  });

  it("lets name, description and x- keys stand anywhere", async () => {
    const free = "name: n, description: d, x-owner: {any: [1]}";
    const text = [
      `name: n`,
      `description: d`,
      `x-owner: me`,
      `cost_limit: {max_usd: 1, ${free}}`,
      `args: {v: {default: 1, ${free}}}`,
      `steps:`,
      `  - {id: f, run: x, retry: {max: 2, ${free}}, ${free}}`,
      `  - {id: p, parallel: {branches: [{id: b, run: x, ${free}}], ${free}}, ${free}}`,
      `  - {id: l, for_each: $f.json, steps: [{id: u, run: x, ${free}}], ${free}}`,
      `  - {id: g, approval: {prompt: P, ${free}}, ${free}}`,
      `  - {id: q, input: {prompt: P, responseSchema: {}, ${free}}, ${free}}`,
    ].join("\n");
    expect((await loadText(text)).definition).toMatchObject({ name: "n", description: "d" });
  });

  it("leaves maps of the author's own names alone", async () => {
    const text = "args: {__proto__: {default: 1}, zzz: {}}\nenv: {ANY: x}\nsteps: [{id: a, run: x, env: {OTHER: y}}]\n";
    expect([...(await loadText(text)).definition.args.keys()]).toEqual(["__proto__", "zzz"]);
  });
});
