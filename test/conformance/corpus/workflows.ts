import {
  differs,
  ended,
  failed,
  markDifferences,
  stopped,
  type CorpusCase,
  type CorpusDecision,
} from "../corpus-case.ts";

const YES: CorpusDecision = { approve: true };
const NO: CorpusDecision = { approve: false };

/** Steps as YAML, two spaces in. */
function steps(...lines: readonly string[]): string {
  return `steps:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Workflow files: every kind of step, with pipelines in them, gates and resumes. */
export const WORKFLOWS: readonly CorpusCase[] = markDifferences(
  [
    {
      name: "a pipeline step gives its items to the next",
      workflow: steps(
        "- {id: a, pipeline: 'exec --json echo [3,1,2] | sort'}",
        "- {id: b, pipeline: 'head --n 2 | map --wrap v', stdin: $a.json}",
      ),
    },
    {
      name: "a pipeline step of one text",
      workflow: steps("- {id: a, pipeline: 'exec echo hello'}", "- {id: b, run: cat, stdin: $a.stdout}"),
    },
    {
      name: "a pipeline step without items",
      workflow: steps(
        "- {id: a, pipeline: 'exec true'}",
        '- {id: b, run: \'printf "[%s]" "$(cat)"\', stdin: $a.stdout}',
      ),
    },
    {
      name: "a pipeline step that renders",
      workflow: steps("- {id: a, pipeline: 'exec --json echo [1,2] | json'}", "- {id: b, run: cat, stdin: $a.stdout}"),
    },
    {
      name: "a pipeline step that renders a table",
      workflow: steps(
        '- {id: a, pipeline: "exec --json echo \'[{\\"n\\":1}]\' | table"}',
        "- {id: b, run: cat, stdin: $a.stdout}",
      ),
    },
    {
      name: "a pipeline step that stores and compares",
      workflow: steps(
        "- {id: a, pipeline: 'exec --json echo {} | diff.last k | pick changed'}",
        "- {id: b, pipeline: 'exec --json echo {} | diff.last k | pick changed'}",
        "- {id: c, pipeline: 'map one={{0.changed}}', stdin: $b.json}",
      ),
    },
    { name: "a pipeline step that fails", workflow: steps("- {id: a, pipeline: 'exec false'}") },
    {
      name: "a pipeline step that fails and is continued",
      workflow: steps("- {id: a, pipeline: 'exec false', on_error: continue}", "- {id: b, run: echo after}"),
    },
    {
      name: "a pipeline step that is tried again",
      workflow: steps(
        "- {id: a, pipeline: \"exec --shell 'echo x >> log; test $(wc -l < log) -ge 2 && echo done'\", retry: {max: 3, delay_ms: 1}}",
      ),
      watch: ["log"],
    },
    {
      name: "a pipeline step that takes too long",
      workflow: steps("- {id: a, pipeline: 'exec sleep 5', timeout_ms: 50}"),
    },
    {
      name: "a pipeline step with a condition that does not hold",
      workflow: steps(
        "- {id: a, run: 'echo 1'}",
        "- {id: b, pipeline: 'exec echo b', when: $a.json == 2}",
        "- {id: c, run: echo c}",
      ),
    },
    {
      name: "a pipeline step with an approval",
      workflow: steps(
        "- {id: a, pipeline: 'exec --json echo [1,2]', approval: 'Send them?'}",
        "- {id: b, pipeline: 'map --wrap sent', stdin: $a.json, when: $a.approved}",
      ),
      decisions: [YES],
    },
    { name: "a stage that approves inside a step", workflow: steps("- {id: a, pipeline: 'exec echo x | approve'}") },
    {
      name: "a question inside a pipeline step",
      workflow: steps(
        "- {id: a, pipeline: 'exec echo x | ask --prompt Which? --subject-from-stdin | pick decision'}",
        "- {id: b, run: cat, stdin: $a.json}",
      ),
      decisions: [{ answer: { decision: "reject", extra: true } }],
    },
    {
      name: "a wrong answer to a question inside a step",
      workflow: steps("- {id: a, pipeline: ask}"),
      decisions: [{ answer: { decision: "maybe" } }, YES, { answer: { decision: "approve" } }],
    },
    {
      name: "an unknown stage in a later step",
      workflow: steps("- {id: a, run: 'echo x > log'}", "- {id: b, pipeline: nosuch}"),
      watch: ["log"],
    },
    { name: "a pipeline that does not parse", workflow: steps('- {id: a, pipeline: "exec \'open"}') },
    {
      name: "arguments in pipelines",
      workflow:
        "args:\n  who: {default: you}\n  n: {default: 2}\n" +
        steps("- {id: a, pipeline: 'exec --json echo [1,2,3] | head --n ${n} | map who=${who}'}"),
      args: { who: "me" },
    },
    {
      name: "an argument with a space in a pipeline",
      workflow:
        "args:\n  who: {default: a b}\n" + steps("- {id: a, pipeline: 'exec --json echo [1] | map who=${who}'}"),
    },
    {
      name: "an argument with a bar in a pipeline",
      workflow:
        "args:\n  who: {default: 'a | exec touch made'}\n" +
        steps("- {id: a, pipeline: 'exec --json echo [1] | map who=${who}'}"),
      watch: ["made"],
    },
    {
      name: "an argument with a command in a shell step",
      workflow: "args:\n  who: {default: '$(touch made)'}\n" + steps("- {id: a, run: 'echo ${who}'}"),
      watch: ["made"],
    },
    {
      name: "arguments as variables",
      workflow:
        "args:\n  user-id: {default: 7}\n" + steps("- {id: a, run: 'echo $LOBSTER_ARG_USER_ID $LOBSTER_ARGS_JSON'}"),
      args: { list: [1, { a: 2 }] },
    },
    {
      name: "env, cwd and stdin of a pipeline step",
      files: { "sub/x": "" },
      workflow: steps(
        "- {id: a, pipeline: \"exec --stdin raw --shell 'echo $COLOUR; basename $PWD; cat'\", env: {COLOUR: blue}, cwd: <dir>/sub, stdin: [x, y]}",
      ),
    },

    {
      name: "a loop with pipelines",
      workflow: steps(
        "- {id: l, run: 'echo [1,2,3]'}",
        "- id: each",
        "  for_each: $l.json",
        "  steps:",
        "    - {id: double, pipeline: 'exec --json --stdin json --shell \"cat\" | map was={{0.json}}', stdin: $item.json}",
        "    - {id: shout, run: 'echo n$(cat)', stdin: $item.json, when: $item.json != 2}",
      ),
    },
    {
      name: "a loop over objects with its own names",
      workflow: steps(
        '- {id: l, run: \'echo [{"n":"a"},{"n":"b"}]\'}',
        "- id: each",
        "  for_each: $l.json",
        "  item_var: it",
        "  index_var: at",
        "  steps:",
        "    - {id: s, run: 'printf %s-%s $(cat)', stdin: $it.json.n, env: {AT: $at.stdout}}",
        "- {id: out, pipeline: 'pick at,s', stdin: $each.json}",
      ),
    },
    {
      name: "a loop over nothing",
      workflow: steps(
        "- {id: l, run: 'echo []'}",
        "- {id: each, for_each: $l.json, steps: [{id: s, run: 'echo never'}]}",
      ),
    },
    {
      name: "a loop over what is no list",
      workflow: steps(
        "- {id: l, run: 'echo {}'}",
        "- {id: each, for_each: $l.json, steps: [{id: s, run: 'echo never'}]}",
      ),
    },
    {
      name: "a loop that asks",
      workflow: steps("- {id: l, run: 'echo [1]'}", "- {id: each, for_each: $l.json, steps: [{id: s, pipeline: ask}]}"),
    },
    {
      name: "branches with pipelines",
      workflow: steps(
        "- {id: src, run: 'echo [1,2]'}",
        "- id: p",
        "  parallel:",
        "    branches:",
        "      - {id: one, pipeline: 'map --wrap v', stdin: $src.json}",
        "      - {id: two, run: 'echo {\\\"b\\\":2}'}",
      ).replaceAll('\\"', '"'),
    },
    {
      name: "branches in a later step",
      workflow: steps(
        "- id: p",
        "  parallel:",
        "    branches:",
        "      - {id: one, run: 'echo 1'}",
        "      - {id: two, run: echo text}",
        "- {id: b, run: 'echo \"$(cat)\" and ${x}', stdin: $two.stdout}",
      ).replace(" and ${x}", ""),
    },
    {
      name: "a branch that fails",
      workflow: steps(
        "- id: p",
        "  parallel:",
        "    branches:",
        "      - {id: one, run: 'exit 3'}",
        "      - {id: two, run: 'echo 2'}",
        "  on_error: continue",
        "- {id: b, run: 'echo $(cat)', stdin: $p.errorMessage}",
      ),
    },
    {
      name: "the first branch wins",
      workflow: steps(
        "- id: p",
        "  parallel:",
        "    wait: any",
        "    branches:",
        "      - {id: slow, run: 'sleep 5'}",
        "      - {id: fast, run: 'echo {}'}",
      ),
    },
    {
      name: "a sub-workflow with a pipeline",
      files: {
        "child.lobster":
          "args: {n: {default: 1}}\nsteps:\n  - {id: c, pipeline: 'exec --json echo [1,2,3] | head --n ${n}'}\n",
      },
      workflow: steps(
        "- {id: w, workflow: child.lobster, workflow_args: {n: 2}}",
        "- {id: b, pipeline: 'map --wrap v', stdin: $w.json}",
      ),
    },
    {
      name: "a sub-workflow that fails",
      files: { "child.lobster": "steps:\n  - {id: c, run: 'exit 9'}\n" },
      workflow: steps(
        "- {id: w, workflow: child.lobster, on_error: continue}",
        "- {id: b, run: cat, stdin: $w.errorMessage}",
      ),
    },
    {
      name: "a sub-workflow with a gate",
      files: {
        "child.lobster":
          "steps:\n  - {id: c, run: 'echo x >> log; echo 1', approval: Sure?}\n  - {id: d, run: 'echo 2'}\n",
      },
      workflow: steps("- {id: w, workflow: child.lobster}"),
      decisions: [YES],
      watch: ["log"],
    },
    { name: "a workflow without steps", workflow: "steps: []\n" },
    { name: "a workflow with an unknown key", workflow: steps("- {id: a, run: 'echo 1', aproval: true}") },
    { name: "keys that say nothing", workflow: "name: n\ndescription: d\n" + steps("- {id: a, run: 'echo 1'}") },

    {
      name: "approve by token",
      workflow: steps("- {id: g, approval: Ship?}", "- {id: b, run: 'echo go >> log', when: $g.approved}"),
      decisions: [YES, YES],
      watch: ["log"],
    },
    {
      name: "approve by id",
      workflow: steps("- {id: g, approval: Ship?}", "- {id: b, run: 'echo $LOBSTER_APPROVAL_APPROVED_BY'}"),
      decisions: [
        { ...YES, by: "id", env: { LOBSTER_APPROVAL_APPROVED_BY: "ann" } },
        { ...YES, by: "id", of: 0 },
      ],
    },
    {
      name: "deny, then approve",
      workflow: steps("- {id: g, approval: Ship?}", "- {id: b, run: 'echo go >> log'}"),
      decisions: [NO, YES],
      watch: ["log"],
    },
    {
      name: "no decision at a gate of a workflow",
      workflow: steps("- {id: g, approval: Ship?}"),
      decisions: [{}, { answer: 1 }, YES],
    },
    {
      name: "what the gate shows comes from stdin",
      workflow: steps(
        "- {id: a, run: 'echo [1,{\\\"b\\\":2}]'}".replaceAll('\\"', '"'),
        "- {id: g, approval: {prompt: Sure?}, stdin: $a.json}",
      ),
    },
    {
      name: "configured items and preview",
      workflow: steps("- {id: g, approval: {prompt: P, items: [1, {a: 2}], preview: look}}"),
    },
    {
      name: "identity rules of the file",
      workflow: steps(
        "- {id: g, approval: {prompt: P, required_approver: ann, initiated_by: bob, require_different_approver: true}}",
        "- {id: b, run: echo done}",
      ),
      decisions: [
        YES,
        { ...YES, env: { LOBSTER_APPROVAL_APPROVED_BY: "bob" } },
        { ...YES, env: { LOBSTER_APPROVAL_APPROVED_BY: "ann" } },
      ],
    },
    {
      name: "two gates of one run",
      workflow: steps(
        "- {id: g, approval: One?}",
        "- {id: m, run: 'echo x >> log'}",
        "- {id: h, approval: Two?}",
        "- {id: b, run: 'wc -l < log'}",
      ),
      decisions: [YES, { ...YES, by: "id" }, { ...YES, of: 0 }],
      watch: ["log"],
    },
    {
      name: "a failure behind a gate",
      workflow: steps("- {id: g, approval: One?}", "- {id: b, run: 'exit 4'}"),
      decisions: [YES, YES],
    },
    {
      name: "an input gate with everything",
      workflow: steps(
        "- {id: a, run: 'echo {}'}",
        "- id: q",
        "  input:",
        "    prompt: Size?",
        "    responseSchema: {type: object, properties: {n: {type: integer, minimum: 1}}, required: [n]}",
        "    defaults: {n: 3}",
        "- {id: b, run: cat, stdin: $q.response}",
      ),
      decisions: [{ answer: { n: 0 } }, { answer: { n: 5 } }, { answer: { n: 6 } }],
    },
    {
      name: "an input gate that is cancelled",
      workflow: steps("- {id: q, input: {prompt: P, responseSchema: {type: string}}}"),
      decisions: [{ cancel: true }, { answer: "x" }],
    },
    {
      name: "an input gate in last place",
      workflow: steps("- {id: q, input: {prompt: P, responseSchema: {type: array}}}"),
      decisions: [{ answer: [1, 2] }],
    },
    {
      name: "an input gate that is approved",
      workflow: steps("- {id: q, input: {prompt: P, responseSchema: {type: string}}}"),
      decisions: [YES, { answer: "x" }],
    },
    {
      name: "a file edited between gate and decision",
      workflow: steps("- {id: g, approval: Ship?}", "- {id: b, run: echo old}"),
      decisions: [
        { ...YES, files: { "workflow.lobster": steps("- {id: g, approval: Ship?}", "- {id: b, run: echo new}") } },
      ],
    },
    {
      name: "all kinds of steps in a row",
      files: { "child.lobster": "steps:\n  - {id: c, pipeline: 'exec --json echo [5]'}\n" },
      workflow: steps(
        "- {id: sh, run: 'echo [2,1]'}",
        "- {id: pl, pipeline: sort, stdin: $sh.json}",
        "- {id: fe, for_each: $pl.json, steps: [{id: s, pipeline: 'map --wrap n', stdin: $item.json}]}",
        "- {id: pa, parallel: {branches: [{id: x, run: 'echo 1'}, {id: y, pipeline: 'exec --json echo 2'}]}}",
        "- {id: wf, workflow: child.lobster}",
        "- {id: ap, approval: Go?, stdin: $fe.json}",
        "- {id: in, input: {prompt: Why?, responseSchema: {type: string}}}",
        "- {id: end, pipeline: 'template \"{{.}}\"', stdin: [$pa.json, $in.response]}",
      ),
      decisions: [YES, { answer: "because" }],
    },
    {
      name: "a cost limit with a pipeline",
      env: { LOBSTER_LLM_PRICING_JSON: '{"m":{"input":1000000,"output":0}}' },
      workflow:
        "cost_limit: {max_usd: 1, action: stop}\n" +
        steps(
          '- {id: a, pipeline: "exec --json echo \'{\\"model\\":\\"m\\",\\"usage\\":{\\"inputTokens\\":2,\\"outputTokens\\":0}}\'"}',
          "- {id: b, run: 'echo never >> log'}",
        ),
      watch: ["log"],
    },
  ],
  {
    "an unknown stage in a later step": {
      because: "W26",
      why: "stages are found before the first effect",
      ours: { files: { log: null } },
    },
    "an argument with a space in a pipeline": differs(
      "W12",
      "text is data: a value is one word",
      ended({ value: 1, who: "a b" }),
    ),
    "an argument with a bar in a pipeline": {
      because: "W12",
      why: "text is data: a value adds no stage",
      ours: { replies: [ended({ value: 1, who: "a | exec touch made" })], files: { made: null } },
    },
    "an argument with a command in a shell step": {
      because: "W12",
      why: "text is data: a value never becomes shell code",
      ours: { replies: [ended("$(touch made)\n")], files: { made: null } },
    },
    "a sub-workflow with a gate": differs(
      "W23",
      "gates inside sub-workflows work",
      stopped({ prompt: "Sure?", items: [1], preview: "1" }),
      ended(2),
    ),
    "a workflow with an unknown key": differs(
      "W7",
      "an unknown key is refused: a mistyped gate is never a gate that is not there",
      failed("Workflow step a has an unknown key 'aproval'; did you mean 'approval'?"),
    ),
    "a file edited between gate and decision": differs(
      "W2",
      "what was shown is what runs",
      stopped({ prompt: "Ship?" }),
      ended("old\n"),
    ),
  },
);
