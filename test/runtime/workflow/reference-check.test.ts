import { describe, expect, it } from "vitest";
import { loadError, loadText, messagesOf } from "../../helpers/load-text.ts";

const stages = new Set(["json", "head", "exec", "ask", "approve"]);
const EARLIER = "steps:\n  - {id: a, run: x}\n";

describe("references that must lead to a result", () => {
  it.each([
    ["a later step", "steps: [{id: a, stdin: $b.stdout, run: x}, {id: b, run: x}]", "b.stdout"],
    ["no step at all", "steps: [{id: a, stdin: ' $nope.x.y ', run: x}]", "nope.x.y"],
    ["the step itself", "steps: [{id: a, stdin: $a.stdout, run: x}]", "a.stdout"],
    ["a list from nowhere", "steps: [{id: l, for_each: $nope.json, steps: [{id: u, run: x}]}]", "nope.json"],
    ["a condition", "steps: [{id: a, when: 'true || $nope.x', run: x}]", "nope.x"],
    ["the second spelling", "steps: [{id: a, when: null, condition: $nope.x, run: x}]", "nope.x"],
    [
      "a sibling branch",
      "steps: [{id: p, parallel: {branches: [{id: b, run: x}, {id: c, stdin: $b.json, run: x}]}}]",
      "b.json",
    ],
    ["the block of a branch", "steps: [{id: p, parallel: {branches: [{id: b, stdin: $p.json, run: x}]}}]", "p.json"],
    [
      "a sub-step after its loop",
      `${EARLIER}  - {id: l, for_each: $a.json, steps: [{id: u, run: x}]}\n  - {id: b, stdin: $u.json, run: x}`,
      "u.json",
    ],
    [
      "a later sub-step",
      `${EARLIER}  - {id: l, for_each: $a.json, steps: [{id: u, when: $v.json, run: x}, {id: v, run: x}]}`,
      "v.json",
    ],
    ["the item outside its loop", `${EARLIER}  - {id: b, when: $item.json, run: x}`, "item.json"],
    [
      "a question",
      "steps: [{id: q, on_error: continue, stdin: $nope.x, input: {prompt: p, responseSchema: {}}}]",
      "nope.x",
    ],
  ])("%s is an error before anything runs", async (_what, text, reference) => {
    const error = await loadError(text);
    expect(error.problems.map(({ message }) => message)).toEqual([`Unknown step reference: ${reference}`]);
    expect(error.type).toBe("runtime_error");
  });

  it.each([
    ["earlier steps", `${EARLIER}  - {id: b, when: $a.json.x.y, stdin: $a.nope, run: x}`],
    ["earlier branches", "steps: [{id: p, parallel: {branches: [{id: b, run: x}]}}, {id: c, stdin: $b.json, run: x}]"],
    [
      "the item, its position and earlier sub-steps",
      `${EARLIER}  - id: l
    for_each: $a.json
    item_var: row
    index_var: at
    steps:
      - {id: u, when: '$row.json > $at.json', run: x}
      - {id: v, when: $u.skipped, stdin: $u.json, run: x}`,
    ],
    [
      "ids like names of object members",
      "steps: [{id: constructor, run: x}, {id: b, when: $constructor.json, run: x}]",
    ],
  ])("%s are known", async (_what, text) => {
    expect(await messagesOf(text)).toEqual([]);
  });

  it("reads a reference that an argument brings", async () => {
    const text = "args: {src: {default: $nope.json}}\nsteps: [{id: l, for_each: '${src}', steps: [{id: u, run: x}]}]";
    expect(await messagesOf(text, { args: {} })).toEqual(["Unknown step reference: nope.json"]);
    const given = "steps: [{id: a, run: x}, {id: l, for_each: '${src}', steps: [{id: u, run: x}]}]";
    expect(await messagesOf(given, { args: { src: "$a.json" } })).toEqual([]);
    expect(await messagesOf(given)).toEqual([]);
  });

  it("knows that a text is no list", async () => {
    const text = `${EARLIER}  - {id: l, for_each: 'x $a.json', steps: [{id: u, run: x}]}`;
    expect(await messagesOf(text)).toEqual(["Workflow step l for_each: expected array, got string"]);
  });

  it("names the place in a dry run", async () => {
    const text =
      "steps: [{id: l, for_each: $n.x, steps: [{id: u, stdin: $n.y, run: x}]}, {id: b, stdin: $n.z, run: x}]";
    expect(await messagesOf(text, { purpose: "plan" })).toEqual([
      "Workflow step l for_each: Unknown step reference: n.x",
      "Workflow step l for_each sub-step u stdin: Unknown step reference: n.y",
      "Workflow step b stdin: Unknown step reference: n.z",
    ]);
  });
});

describe("conditions", () => {
  it.each([
    ["oops", "Unsupported condition: oops"],
    ["' $a.json = 5 '", "Unsupported condition: $a.json = 5"],
    ["''", "Unsupported condition: "],
    ["1", "Unsupported condition type"],
    ["[true]", "Unsupported condition type"],
    ["{}", "Unsupported condition type"],
    ["'${x} == 1'", "Unsupported condition: ${x} == 1"],
  ])("`when: %s` is refused, whatever on_error says", async (when, message) => {
    expect(await messagesOf(`${EARLIER}  - {id: b, on_error: continue, when: ${when}, run: x}`)).toEqual([message]);
  });

  it("are checked in sub-steps", async () => {
    const text = `${EARLIER}  - {id: l, for_each: $a.json, steps: [{id: u, condition: oops, run: x}]}`;
    expect(await messagesOf(text)).toEqual(["Unsupported condition: oops"]);
  });

  it("may read arguments that are declared or given, and no others", async () => {
    const text = "args: {env: {default: dev}}\nsteps: [{id: a, when: '$args.env == dev && $args.extra', run: x}]";
    const message =
      "Unknown argument in a condition: $args.extra; give the argument 'extra' or declare it with a default";
    expect(await messagesOf(text)).toEqual([message]);
    expect(await messagesOf(text, { args: { extra: true } })).toEqual([]);
  });

  it("find no value in an argument that is declared, not required, and not given", async () => {
    const text = "args: {note: {}}\nsteps: [{id: a, when: $args.note, run: x}]";
    expect(await messagesOf(text)).toEqual([]);
    expect(await messagesOf(text, { args: {} })).toHaveLength(1);
    expect(await messagesOf(text.replace("{}", "{required: true}"), { args: {} })).toEqual([]);
  });

  it("read a step called args where there is one", async () => {
    expect(await messagesOf("steps: [{id: args, run: x}, {id: b, when: $args.stdout, run: x}]")).toEqual([]);
  });
});

describe("pipelines", () => {
  it.each([
    ["{id: a, pipeline: 'x ||'}", "Workflow step a pipeline parse failed: Empty command stage"],
    ["{id: a, pipeline: nosuch}", "Unknown command: nosuch"],
    ["{id: a, pipeline: json | nosuch --x}", "Unknown command: nosuch"],
    ["{id: a, pipeline: constructor}", "Unknown command: constructor"],
    [
      "{id: p, parallel: {branches: [{id: b, pipeline: nosuch}]}}",
      "Parallel branch b pipeline references unknown command: nosuch",
    ],
    [
      "{id: l, for_each: $first.json, steps: [{id: u, pipeline: nosuch}]}",
      "Workflow step l for_each sub-step u pipeline: unknown command: nosuch",
    ],
    [
      "{id: a, pipeline: $first.stdout --x}",
      "Workflow step a: the name of a pipeline stage cannot come from a value; write the stage out",
    ],
  ])("refuses %s", async (step, message) => {
    expect(await messagesOf(`steps: [{id: first, run: x}, ${step}]`, { stages })).toEqual([message]);
  });

  it.each([
    ["{id: a, pipeline: 'x ||'}", ["Empty command stage"]],
    ["{id: a, pipeline: nosuch}", ["Workflow step a pipeline references unknown command: nosuch"]],
    ["{id: a, pipeline: $first.stdout --x}", []],
    ["{id: a, pipeline: '${stage}'}", []],
  ])("words it for a dry run: %s", async (step, messages) => {
    const text = `args: {stage: {default: json}}\nsteps: [{id: first, run: x}, ${step}]`;
    expect(await messagesOf(text, { stages, purpose: "plan" })).toEqual(messages);
  });

  it("leaves stage names alone when no stages are named", async () => {
    expect(await messagesOf("steps: [{id: a, pipeline: nosuch}]")).toEqual([]);
  });

  it("puts raw arguments in before parsing", async () => {
    const text = "args: {rest: {raw: true}}\nsteps: [{id: a, pipeline: 'json ${rest}'}]";
    expect(await messagesOf(text, { stages, args: { rest: "| nosuch" } })).toEqual(["Unknown command: nosuch"]);
    expect(await messagesOf(text, { stages })).toEqual([]);
    expect(await messagesOf(text.replace("raw: true", ""), { stages, args: { rest: "| nosuch" } })).toEqual([]);
  });
});

describe("doubtful texts", () => {
  it.each([
    [
      "{id: b, run: 'echo $c.stdout'}, {id: c, run: x}",
      "Workflow step b run reads $c.stdout, but 'c' has no result by then; the text stays as written",
    ],
    ["{id: b, run: 'echo $nope.stdout'}", "Workflow step b run reads $nope.stdout, but no step is called 'nope'"],
    ["{id: b, env: {X: $a.output}, run: x}", "Workflow step b env reads $a.output, but results have no field 'output'"],
    [
      "{id: b, stdin: 'x ${nope}', run: x}",
      "Workflow step b stdin uses ${nope}, an argument without a value; the text stays as written",
    ],
    [
      "{id: b, approval: 'Ship ${nope}?'}",
      "Workflow step b approval uses ${nope}, an argument without a value; the text stays as written",
    ],
  ])("are told as warnings: %s", async (steps, warning) => {
    expect((await loadText(`steps: [{id: a, run: x}, ${steps}]`)).warnings).toEqual([`${warning} (line 1)`]);
  });

  it.each([
    "{id: b, run: 'echo $HOME.x $a $a.stdout-x'}",
    "{id: b, approval: 'Ship $b.stdout?', run: x}",
    "{id: l, for_each: $a.json, env: {I: $item.json}, steps: [{id: u, run: x}]}",
    "{id: b, stdin: {nested: '${nope} $nope.stdout'}, run: x}",
  ])("do not include %s", async (step) => {
    expect((await loadText(`steps: [{id: a, run: x}, ${step}]`)).warnings).toEqual([]);
  });
});
