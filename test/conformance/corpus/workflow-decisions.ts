import { asking, differs, ended, failed, markDifferences, refused, stopped, type CorpusCase } from "../corpus-case.ts";

/** Steps as YAML, two spaces in. */
function steps(...lines: readonly string[]): string {
  return `steps:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** A step that prints a usage record. */
function spending(model: string): string {
  return `- id: a\n    run: echo '{"model":"${model}","usage":{"inputTokens":1000000,"outputTokens":0}}'`;
}

/** Workflow files where this package decides otherwise (workflows-and-checkpoints §18, §21), one small case each. */
export const WORKFLOW_DECISIONS: readonly CorpusCase[] = markDifferences(
  [
    {
      name: "a step prints a prompt, items and an approver",
      workflow: steps(
        "- id: g",
        `  run: echo '{"prompt":"From the step","items":[1],"requiredApprover":"eve"}'`,
        "  approval: {prompt: From the file}",
      ),
    },
    {
      name: "four eyes without a known starter",
      workflow: steps("- {id: g, approval: {prompt: P, require_different_approver: true}}"),
      decisions: [{ approve: true, env: { LOBSTER_APPROVAL_APPROVED_BY: "ann" } }],
    },
    { name: "a blank approver", workflow: steps("- {id: g, approval: {prompt: P, required_approver: ' '}}") },
    { name: "an approval that is a number", workflow: steps("- {id: a, run: 'echo a', approval: 1}") },
    { name: "blank work", workflow: steps("- {id: a, run: '  '}", "- {id: b, run: echo b}") },
    {
      name: "a gated step that may fail",
      workflow: steps("- {id: a, run: 'exit 1', approval: P, on_error: continue}", "- {id: b, run: echo b}"),
    },
    {
      name: "a gate that the same answer opens in place of the next",
      workflow: steps("- {id: g, approval: One?}", "- {id: h, approval: Two?}"),
      decisions: [
        {
          approve: true,
          files: {
            "workflow.lobster": steps(
              "- {id: new, run: 'echo new >> log'}",
              "- {id: g, approval: One?}",
              "- {id: h, approval: Two?}",
            ),
          },
        },
      ],
      watch: ["log"],
    },
    {
      name: "a relative directory",
      files: { "sub/x": "" },
      workflow: steps("- {id: a, run: 'basename $PWD', cwd: sub}"),
    },
    {
      name: "a loop whose steps have policies",
      workflow: steps(
        "- {id: l, run: 'echo [1]'}",
        "- {id: e, for_each: $l.json, steps: [{id: s, run: 'echo s', retry: {max: 2}}]}",
      ),
    },
    {
      name: "the first branch to fail",
      workflow: steps(
        "- id: p",
        "  parallel:",
        "    wait: any",
        "    branches:",
        "      - {id: bad, run: 'exit 3'}",
        "      - {id: good, run: 'sleep 0.1; echo {}'}",
      ),
    },
    {
      name: "an unknown reference in a later step",
      workflow: steps("- {id: a, run: 'echo x > log'}", "- {id: b, run: cat, stdin: $nope.stdout}"),
      watch: ["log"],
    },
    {
      name: "a child that is not there",
      workflow: steps("- {id: a, run: 'echo x > log'}", "- {id: b, workflow: nope.lobster}"),
      watch: ["log"],
    },
    { name: "a directory that is not there", workflow: steps("- {id: a, run: pwd, cwd: <dir>/nope}") },
    { name: "a command with a NUL character", workflow: steps('- {id: a, run: "echo \\0 a"}') },
    { name: "a limit that is text", workflow: `cost_limit: {max_usd: '1'}\n${steps("- {id: a, run: echo a}")}` },
    {
      name: "a model without a price",
      workflow: `cost_limit: {max_usd: 1, action: stop}\n${steps(spending("nosuch"), "- {id: b, run: 'echo b > log'}")}`,
      watch: ["log"],
    },
    {
      name: "a model with the name of its provider",
      workflow: `cost_limit: {max_usd: 1, action: stop}\n${steps(spending("openai/gpt-4o"), "- {id: b, run: 'echo b > log'}")}`,
      watch: ["log"],
    },
    {
      name: "a large whole number",
      workflow: steps("- {id: a, run: 'echo 9007199254740993'}", "- {id: b, run: cat, stdin: 'id $a.json'}"),
    },
    {
      name: "a long list through a renderer",
      workflow: steps("- {id: a, pipeline: 'exec seq 1 200000 | json'}", "- {id: b, run: wc -l, stdin: $a.stdout}"),
    },
    {
      name: "an argument in a condition",
      workflow: `args: {who: {default: me}}\n${steps("- {id: a, run: echo a, when: $args.who == 'me'}", "- {id: b, run: echo b, when: $args.who != 'me'}")}`,
    },
    {
      name: "an inherited name in a condition",
      workflow: steps("- {id: a, run: 'echo {}'}", "- {id: b, run: echo b, when: $a.json.constructor}"),
    },
    {
      name: "an inherited name in a template",
      workflow: steps("- {id: a, run: 'echo {}'}", "- {id: b, run: cat, stdin: 'x$a.json.constructor'}"),
    },
    {
      name: "a template in a prompt",
      workflow: `args: {who: {default: me}}\n${steps("- {id: g, approval: 'Ship for ${who}?'}")}`,
    },
    {
      name: "a template in a question",
      workflow: `args: {who: {default: me}}\n${steps("- {id: q, input: {prompt: 'Who but ${who}?', responseSchema: {type: string}}}")}`,
    },
    {
      name: "arguments that are a list",
      workflow: steps("- {id: a, run: echo a}"),
      args: [1, 2] as unknown as Record<string, unknown>,
    },
    {
      name: "arguments that look alike",
      workflow: `args: {a-b: {default: 1}, a_b: {default: 2}}\n${steps("- {id: a, run: echo $LOBSTER_ARG_A_B}")}`,
    },
    { name: "merge keys", workflow: "x-base: &base {run: 'echo merged'}\nsteps:\n  - <<: *base\n    id: a\n" },
    {
      name: "an error that sounds like a halt",
      workflow: steps(
        "- {id: a, run: 'echo halted before completion at pipeline >&2; exit 1', on_error: continue}",
        "- {id: b, run: echo b}",
      ),
    },
  ],
  {
    "a step prints a prompt, items and an approver": differs(
      "W4",
      "the file is the floor; what a step prints fills what the file leaves out and may only add a rule",
      stopped({
        prompt: "From the file",
        items: [1],
        preview: '{"prompt":"From the step","items":[1],"requiredApprover":"eve"}',
        requiredApprover: "eve",
      }),
    ),
    "four eyes without a known starter": differs(
      "W6",
      "a four-eyes gate without a known starter is refused, not skipped",
      stopped({ prompt: "P", requireDifferentApprover: true }),
      refused("Workflow step g approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY"),
    ),
    "a blank approver": differs(
      "W6",
      "a rule without a name is a mistake in the file, not an open gate",
      failed("Workflow step g approval.required_approver is blank; name a person or remove it"),
    ),
    "an approval that is a number": differs(
      "W7",
      "a gate that is not one is refused when the file loads",
      failed("Workflow step a approval must be true, a prompt, or an object"),
    ),
    "blank work": differs(
      "W7",
      "blank work is a mistake in the file",
      failed("Workflow step a run is blank and would do nothing; remove it or write what to do"),
    ),
    "a gated step that may fail": differs(
      "W8",
      "its failure would go around the gate",
      failed(
        'Workflow step a on_error cannot be "continue" on a step with an approval: its failure would go around the gate',
      ),
    ),
    "a gate that the same answer opens in place of the next": differs(
      "W3",
      "the run goes on behind the gate that was opened, found by its id",
      stopped({ prompt: "One?" }),
      stopped({ prompt: "Two?" }),
    ),
    "a relative directory": differs("W20", "a relative directory starts at the workflow file", ended("sub\n")),
    "a loop whose steps have policies": differs(
      "W21",
      "what would not be honoured is refused when the file loads",
      failed("Workflow step e for_each sub-step s cannot define 'retry'; only a step of its own can"),
    ),
    "the first branch to fail": differs("W22", "any means the first success", ended({ good: {} })),
    "an unknown reference in a later step": {
      because: "W26",
      why: "references are checked before the first effect",
      ours: { files: { log: null } },
    },
    "a child that is not there": {
      because: "W26",
      why: "sub-workflows are loaded before the first effect",
      ours: { files: { log: null } },
    },
    "a directory that is not there": differs(
      "W27",
      "the message says what is missing",
      failed("Workflow step a cannot run: its directory <dir>/nope does not exist; create it or correct cwd"),
    ),
    "a command with a NUL character": differs(
      "W27",
      "the message says what cannot be given to a program",
      failed("cannot start /bin/sh: argument 2 holds a NUL character, which no program can be given; remove it"),
    ),
    "a limit that is text": differs(
      "W28",
      "a limit that is not a number is refused when the file loads",
      failed("Workflow cost_limit.max_usd must be a non-negative number"),
    ),
    "a model without a price": {
      because: "F41",
      why: "what nobody can count is never counted as nothing where there is a limit",
      ours: {
        replies: [
          failed(
            `Cost limit cannot be kept: no price is known for model "nosuch" of step 'a'. Set it in USD per million tokens: LOBSTER_LLM_PRICING_JSON='{"nosuch":{"input":3,"output":15}}'`,
          ),
        ],
        stderr: "",
        files: { log: null },
      },
    },
    "a model with the name of its provider": {
      because: "F41",
      why: "the provider's prefix does not hide the price",
      ours: { replies: [failed("Cost limit exceeded: $2.5000 > $1.00 limit")], stderr: "", files: { log: null } },
    },
    "a large whole number": differs("W29", "whole numbers keep every digit", ended("id 9007199254740993")),
    "a long list through a renderer": differs("F18", "any number of items goes through every stage", ended(200002)),
    "an argument in a condition": differs("W33", "conditions see arguments", ended("a\n")),
    "an inherited name in a condition": differs("W33", "only own members are reached", ended({})),
    "an inherited name in a template": differs("W33", "only own members are reached", ended("x")),
    "a template in a prompt": differs(
      "W34",
      "what people read may hold templates; they are filled once, when the gate opens",
      stopped({ prompt: "Ship for me?" }),
    ),
    "a template in a question": differs(
      "W34",
      "what people read may hold templates; they are filled once, when the gate opens",
      asking({ prompt: "Who but me?", responseSchema: { type: "string" }, subject: null }),
    ),
    "arguments that are a list": differs(
      "W37",
      "arguments are names and values",
      refused("run args must be an object: argument names with their values"),
    ),
    "merge keys": differs(
      "W38",
      "what is not supported is said, with its place",
      failed("Merge keys (<<) are not supported; write the keys out at line 3, column 5"),
    ),
    "an error that sounds like a halt": differs("W41", "codes decide, never words", ended("b\n")),
  },
);
