import { describe, expect, it } from "vitest";
import { loadError } from "../../../helpers/load-text.ts";

const BRANCH = "id: a, parallel:";
const LOOP = "id: a, for_each: $x.json,";
const INPUT = "id: a, input:";
const GATE = "id: a, approval:";
const RUN = "id: a, run: 'true',";
const TIMER = "must be a positive integer between 1 and 2147483647";

/** The table of workflows-and-checkpoints §1.3, row by row: number, the second step of a file, message. */
const ROWS: readonly (readonly [number, string, string])[] = [
  [1, "- text", "Workflow step must be an object"],
  [1, "- null", "Workflow step must be an object"],
  [2, "- [x]", "Workflow step requires an id"],
  [2, "- {run: 'true'}", "Workflow step requires an id"],
  [2, "- {id: '', run: 'true'}", "Workflow step requires an id"],
  [2, "- {id: 1, run: 'true'}", "Workflow step requires an id"],
  [3, "- {id: a, workflow: 1}", "Workflow step a workflow must be a string (file path)"],
  [3, "- {id: a, workflow: null}", "Workflow step a workflow must be a string (file path)"],
  [4, "- {id: a, workflow: '  '}", "Workflow step a workflow path cannot be blank"],
  [5, `- {${RUN} workflow_args: [x]}`, "Workflow step a workflow_args must be a plain object"],
  [6, `- {${BRANCH} []}`, "Workflow step a parallel must be an object"],
  [6, `- {${BRANCH} null}`, "Workflow step a parallel must be an object"],
  [7, `- {${BRANCH} {}}`, "Workflow step a parallel requires a non-empty branches array"],
  [7, `- {${BRANCH} {branches: []}}`, "Workflow step a parallel requires a non-empty branches array"],
  [8, `- {${BRANCH} {wait: first, branches: [1]}}`, 'Workflow step a parallel wait must be "all" or "any"'],
  [9, `- {${BRANCH} {timeout_ms: 0, branches: [1]}}`, `Workflow step a parallel timeout_ms ${TIMER}`],
  [10, `- {${BRANCH} {branches: [b]}}`, "Workflow step a parallel branches must be objects"],
  [11, `- {${BRANCH} {branches: [{run: x}]}}`, "Workflow step a parallel branch requires an id"],
  [12, `- {${BRANCH} {branches: [{id: a, run: x}]}}`, "Workflow step a parallel branch id cannot match the step id"],
  [
    13,
    `- {${BRANCH} {branches: [{id: b, run: x}, {id: b, run: x}]}}`,
    "Workflow step a duplicate parallel branch id: b",
  ],
  [
    14,
    `- {${BRANCH} {branches: [{id: first, run: x}]}}`,
    "Duplicate workflow id across steps/parallel branches: first",
  ],
  [15, `- {${BRANCH} {branches: [{id: b}]}}`, "Workflow step a parallel branch b requires run, command, or pipeline"],
  [
    15,
    `- {${BRANCH} {branches: [{id: b, run: '', command: x}]}}`,
    "Workflow step a parallel branch b requires run, command, or pipeline",
  ],
  [
    16,
    `- {${BRANCH} {branches: [{id: b, run: x, pipeline: json}]}}`,
    "Workflow step a parallel branch b can only define one of run, command, or pipeline",
  ],
  [
    17,
    `- {${BRANCH} {branches: [{id: b, run: 1, command: x}]}}`,
    "Workflow step a parallel branch b run must be a string",
  ],
  [17, `- {${BRANCH} {branches: [{id: b, command: 1}]}}`, "Workflow step a parallel branch b command must be a string"],
  [
    17,
    `- {${BRANCH} {branches: [{id: b, run: x, pipeline: 1}]}}`,
    "Workflow step a parallel branch b pipeline must be a string",
  ],
  [18, "- {id: a, for_each: [1]}", "Workflow step a for_each must be a string (step reference expression)"],
  [19, "- {id: a, for_each: $x.json}", "Workflow step a for_each requires a non-empty steps array"],
  [20, `- {${LOOP} batch_size: 0, steps: [1]}`, "Workflow step a batch_size must be a positive integer"],
  [20, `- {${LOOP} batch_size: 1.5, steps: [1]}`, "Workflow step a batch_size must be a positive integer"],
  [21, `- {${LOOP} pause_ms: -1, steps: [1]}`, "Workflow step a pause_ms must be a finite non-negative number"],
  [
    22,
    `- {${LOOP} approval: true, steps: [1]}`,
    "Workflow step a for_each steps cannot define approval (use a separate step after the loop)",
  ],
  [
    22,
    `- {${LOOP} input: {}, steps: [1]}`,
    "Workflow step a for_each steps cannot define input (use a separate step after the loop)",
  ],
  [
    23,
    `- {${LOOP} stdin: x, steps: [1]}`,
    "Workflow step a for_each steps cannot define stdin (loop input comes from the for_each expression)",
  ],
  [
    24,
    `- {${LOOP} run: x, steps: [1]}`,
    "Workflow step a for_each cannot also define run, command, pipeline, workflow, or parallel",
  ],
  [25, `- {${LOOP} item_var: 1, steps: [1]}`, "Workflow step a item_var must be a string"],
  [25, `- {${LOOP} index_var: 1, steps: [1]}`, "Workflow step a index_var must be a string"],
  [26, `- {${LOOP} item_var: index, steps: [1]}`, "Workflow step a item_var and index_var cannot be the same"],
  [27, `- {${LOOP} steps: [{run: x}]}`, "Workflow step a for_each sub-step requires an id"],
  [27, `- {${LOOP} steps: [null]}`, "Workflow step a for_each sub-step requires an id"],
  [
    28,
    `- {${LOOP} steps: [{id: item, run: x}]}`,
    "Workflow step a for_each sub-step id 'item' conflicts with loop variable",
  ],
  [29, `- {${LOOP} steps: [{id: u, run: x}, {id: u, run: x}]}`, "Workflow step a duplicate for_each sub-step id: u"],
  [
    30,
    `- {${LOOP} steps: [{id: u, run: x, approval: true}]}`,
    "Workflow step a for_each sub-steps cannot contain approval or input steps",
  ],
  [31, `- {${LOOP} steps: [{id: u, run: 1}]}`, "Workflow step a for_each sub-step u run must be a string"],
  [31, `- {${LOOP} steps: [{id: u, command: 1}]}`, "Workflow step a for_each sub-step u command must be a string"],
  [31, `- {${LOOP} steps: [{id: u, pipeline: 1}]}`, "Workflow step a for_each sub-step u pipeline must be a string"],
  [
    32,
    `- {${LOOP} steps: [{id: u, workflow: x}]}`,
    "Workflow step a for_each sub-step u cannot define workflow, parallel, or for_each",
  ],
  [
    33,
    `- {${LOOP} steps: [{id: u, run: ' '}]}`,
    "Workflow step a for_each sub-step u requires run, command, or pipeline",
  ],
  [
    34,
    `- {${LOOP} steps: [{id: u, run: x, pipeline: json}]}`,
    "Workflow step a for_each sub-step u can only define one of run, command, or pipeline",
  ],
  [
    35,
    "- {id: a, stdin: x}",
    "Workflow step a requires run, command, pipeline, workflow, parallel, for_each, approval, or input",
  ],
  [
    35,
    "- {id: a, run: '', command: x}",
    "Workflow step a requires run, command, pipeline, workflow, parallel, for_each, approval, or input",
  ],
  [
    35,
    "- {id: a, approval: 1}",
    "Workflow step a requires run, command, pipeline, workflow, parallel, for_each, approval, or input",
  ],
  [
    36,
    `- {${RUN} pipeline: json}`,
    "Workflow step a can only define one of run, command, pipeline, workflow, parallel, or for_each",
  ],
  [
    37,
    `- {${RUN} input: {prompt: p, responseSchema: {}}}`,
    "Workflow step a input steps cannot define run, command, pipeline, workflow, parallel, or for_each",
  ],
  [
    38,
    "- {id: a, approval: true, input: {prompt: p, responseSchema: {}}}",
    "Workflow step a cannot define both approval and input",
  ],
  [39, "- {id: a, run: 1, command: x}", "Workflow step a run must be a string"],
  [39, "- {id: a, command: 1}", "Workflow step a command must be a string"],
  [39, `- {${RUN} pipeline: 1}`, "Workflow step a pipeline must be a string"],
  [40, `- {${RUN} input: x}`, "Workflow step a input must be an object"],
  [40, `- {${RUN} input: null}`, "Workflow step a input must be an object"],
  [41, `- {${INPUT} {}}`, "Workflow step a input.prompt must be a string"],
  [42, `- {${INPUT} {prompt: p}}`, "Workflow step a input.responseSchema must be an object"],
  [42, `- {${INPUT} {prompt: p, responseSchema: true}}`, "Workflow step a input.responseSchema must be an object"],
  [
    43,
    `- {${INPUT} {prompt: p, responseSchema: {type: nope}}}`,
    "Workflow step a input.responseSchema is invalid: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf",
  ],
  [44, `- {${GATE} {initiated_by: 1}}`, "Workflow step a approval.initiated_by must be a string"],
  [44, `- {${GATE} {initiatedBy: 1}}`, "Workflow step a approval.initiatedBy must be a string"],
  [44, `- {${GATE} {required_approver: 1}}`, "Workflow step a approval.required_approver must be a string"],
  [44, `- {${GATE} {requiredApprover: null}}`, "Workflow step a approval.requiredApprover must be a string"],
  [
    44,
    `- {${GATE} {require_different_approver: 'yes'}}`,
    "Workflow step a approval.require_different_approver must be a boolean",
  ],
  [
    44,
    `- {${GATE} {requireDifferentApprover: 1}}`,
    "Workflow step a approval.requireDifferentApprover must be a boolean",
  ],
  [45, `- {${RUN} timeout_ms: 0}`, `Workflow step a timeout_ms ${TIMER}`],
  [45, `- {${RUN} timeout_ms: 2147483648}`, `Workflow step a timeout_ms ${TIMER}`],
  [45, `- {${RUN} timeout_ms: null}`, `Workflow step a timeout_ms ${TIMER}`],
  [45, `- {${RUN} timeout_ms: 99999999999999999999}`, `Workflow step a timeout_ms ${TIMER}`],
  [46, `- {${RUN} on_error: retry}`, 'Workflow step a on_error must be "stop", "continue", or "skip_rest"'],
  [47, `- {${RUN} retry: null}`, "Workflow step a retry must be an object"],
  [48, `- {${RUN} retry: {max: 0}}`, "Workflow step a retry.max must be a positive integer"],
  [49, `- {${RUN} retry: {backoff: linear}}`, 'Workflow step a retry.backoff must be "fixed" or "exponential"'],
  [50, `- {${RUN} retry: {delay_ms: -1}}`, "Workflow step a retry.delay_ms must be a finite non-negative number"],
  [
    50,
    `- {${RUN} retry: {max_delay_ms: x}}`,
    "Workflow step a retry.max_delay_ms must be a finite non-negative number",
  ],
  [51, `- {${RUN} retry: {jitter: 1}}`, "Workflow step a retry.jitter must be a boolean"],
  [52, "- {id: first, run: x}", "Duplicate workflow step id: first"],
];

describe("the checks of a step", () => {
  it.each(ROWS)("number %i refuses %s", async (_number, step, message) => {
    const error = await loadError(`steps:\n  - {id: first, run: 'true'}\n  ${step}\n`);
    expect({ message: error.message, type: error.type, code: error.code }).toEqual({
      message,
      type: "runtime_error",
      code: "invalid_workflow",
    });
  });

  it("covers every row of the table", () => {
    expect([...new Set(ROWS.map(([number]) => number))]).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
  });

  it("stops at the first thing wrong with a step, in the order of the table", async () => {
    const error = await loadError("steps: [{id: a, run: x, workflow: 1, timeout_ms: 0, on_error: x, retry: 1}]");
    expect(error.problems.map(({ message }) => message)).toEqual([
      "Workflow step a workflow must be a string (file path)",
    ]);
  });
});
