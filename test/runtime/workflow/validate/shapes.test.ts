import { describe, expect, it } from "vitest";
import { loadText, messagesOf } from "../../../helpers/load-text.ts";

const BLANK = "is blank and would do nothing; remove it or write what to do";

describe("the shape of steps", () => {
  it.each([
    ["env: [x]\nsteps: [{id: a, run: x}]", "Workflow env must be an object"],
    ["env: {A: true}\nsteps: [{id: a, run: x}]", "Workflow env.A must be a string"],
    ["cwd: 1\nsteps: [{id: a, run: x}]", "Workflow cwd must be a string"],
    ["steps: [{id: a, run: x, env: x}]", "Workflow step a env must be an object"],
    ["steps: [{id: a, run: x, env: {A: null}}]", "Workflow step a env.A must be a string"],
    ["steps: [{id: a, run: x, cwd: []}]", "Workflow step a cwd must be a string"],
    [
      "steps: [{id: p, parallel: {branches: [{id: b, run: x, cwd: 1}]}}]",
      "Workflow step p parallel branch b cwd must be a string",
    ],
    ["steps: [{id: a, run: ' '}]", `Workflow step a run ${BLANK}`],
    ["steps: [{id: a, run: '', approval: true}]", `Workflow step a run ${BLANK}`],
    ["steps: [{id: a, pipeline: ' '}]", `Workflow step a pipeline ${BLANK}`],
    ["steps: [{id: a, run: '', pipeline: json}]", `Workflow step a run ${BLANK}`],
    [
      "steps: [{id: p, parallel: {branches: [{id: b, command: ' '}]}}]",
      `Workflow step p parallel branch b command ${BLANK}`,
    ],
    ["steps: [{id: a, for_each: ' ', steps: [{id: u, run: x}]}]", `Workflow step a for_each ${BLANK}`],
    [
      "steps: [{id: a, run: x, steps: [{id: u, run: x}]}]",
      "Workflow step a steps means nothing without for_each; remove it or add for_each",
    ],
    [
      "steps: [{id: a, run: x, item_var: v}]",
      "Workflow step a item_var means nothing without for_each; remove it or add for_each",
    ],
    [
      "steps: [{id: a, run: x, workflow_args: {}}]",
      "Workflow step a workflow_args means nothing without workflow; remove it or add workflow",
    ],
    [
      "steps: [{id: f, run: x}, {id: l, for_each: $f.json, item_var: ' ', steps: [{id: u, run: x}]}]",
      "Workflow step l item_var is blank; name the variable or remove it",
    ],
  ])("refuses %j", async (text, message) => {
    expect(await messagesOf(text)).toEqual([message]);
  });

  it("drops a number in env with a warning, as Lobster drops it silently", async () => {
    const loaded = await loadText("env: {N: 5, T: x}\nsteps: [{id: a, run: x, env: {M: 99999999999999999999}}]\n");
    expect(loaded.definition.env).toEqual(new Map([["T", "x"]]));
    expect(loaded.warnings).toEqual([
      "Workflow env.N is a number and is not set; quote it (line 1)",
      "Workflow step a env.M is a number and is not set; quote it (line 2)",
    ]);
  });

  it("takes null for nothing where all lines of a block are commented out", async () => {
    const loaded = await loadText("args:\nenv:\ncwd:\nsteps:\n  - id: a\n    run: x\n    env:\n    cwd:\n");
    expect(loaded.definition).toMatchObject({ args: new Map(), env: new Map() });
    expect(loaded.definition.cwd).toBeUndefined();
  });

  it.each([
    ["steps: [{id: a, run: x, command: y}]", "Workflow step a command has no effect beside run"],
    ["steps: [{id: a, run: x, when: true, condition: false}]", "Workflow step a condition has no effect beside when"],
    [
      "steps: [{id: q, on_error: continue, input: {prompt: p, responseSchema: {}}}]",
      "Workflow step q on_error has no effect on an input step",
    ],
    [
      "steps: [{id: p, stdin: x, parallel: {branches: [{id: b, run: x}]}}]",
      "Workflow step p stdin has no effect on a parallel step; give it to the branches",
    ],
  ])("warns of what Lobster passes over: %s", async (text, message) => {
    expect((await loadText(text)).warnings).toEqual([`${message} (line 1)`]);
  });
});
