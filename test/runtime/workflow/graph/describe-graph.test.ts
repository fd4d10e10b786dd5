import { describe, expect, it } from "vitest";
import { loadGraph } from "./load-graph.ts";

describe("describeGraph", () => {
  it("has a node for each step, by the first kind that fits, and marks gates", async () => {
    const { nodes } = await loadGraph(`
steps:
  - { id: find, run: ls }
  - { id: both, parallel: { wait: any, branches: [{ id: one, run: a }, { id: two, run: b }] } }
  - { id: each, for_each: $find.json, steps: [{ id: sub, run: c }] }
  - { id: call, workflow: child.lobster }
  - { id: pipe, pipeline: json }
  - { id: gated, run: d, approval: true }
  - { id: gate, approval: Sure? }
  - { id: ask, input: { prompt: What?, responseSchema: {} } }
`);
    expect(nodes).toEqual([
      { id: "find", kind: "run", detail: "run: ls", isGate: false },
      { id: "both", kind: "parallel", detail: "parallel (any)", isGate: false },
      { id: "each", kind: "for_each", detail: "for_each: $find.json", isGate: false },
      { id: "call", kind: "workflow", detail: "workflow: child.lobster", isGate: false },
      { id: "pipe", kind: "pipeline", detail: "pipeline: json", isGate: false },
      { id: "gated", kind: "run", detail: "run: d", isGate: true },
      { id: "gate", kind: "approval", detail: "approval gate", isGate: true },
      { id: "ask", kind: "input", detail: "input request", isGate: true },
    ]);
  });

  it("fills arguments into details, defaults first, and leaves unknown ones as they are", async () => {
    const text = "args: { env: { default: staging } }\nsteps: [{ id: a, run: 'deploy ${env} ${other}' }]";
    expect((await loadGraph(text)).nodes[0]?.detail).toBe("run: deploy staging ${other}");
    expect((await loadGraph(text, { env: "prod" })).nodes[0]?.detail).toBe("run: deploy prod ${other}");
  });

  it("makes one line of at most 80 characters of a detail, without splitting a character", async () => {
    const { nodes } = await loadGraph(`
steps:
  - id: a
    run: |
      first
        second
  - { id: b, run: "${"😀".repeat(90)}" }
`);
    expect(nodes[0]?.detail).toBe("run: first second");
    expect(nodes[1]?.detail).toBe(`run: ${"😀".repeat(74)}…`);
  });

  it.each([
    ["stdin", "stdin: $a.json", "stdin"],
    ["a text in stdin", "run: x, stdin: { in: [now $a.json.x] }", "stdin"],
    ["a condition", "run: x, when: $a.json.ok == true", "when: $a.json.ok == true"],
    ["its other word", "run: x, condition: $a.skipped", "when: $a.skipped"],
    ["a command", "run: echo $a.stdout", "run"],
    ["a pipeline", "pipeline: exec echo $a.stdout", "pipeline"],
    ["an environment", "run: x, env: { X: $a.stdout }", "env"],
    ["an argument of a sub-workflow", "workflow: c.lobster, workflow_args: { x: $a.stdout }", "workflow_args"],
    ["the path of a sub-workflow", "workflow: $a.json.path", "workflow"],
    ["a loop", "for_each: $a.json, steps: [{ id: s, run: x }]", "for_each"],
    ["a branch", "parallel: { branches: [{ id: b1, run: echo $a.stdout }] }", "b1: run"],
    ["the environment of a branch", "parallel: { branches: [{ id: b1, run: x, env: { X: $a.id } }] }", "b1: env"],
    ["the input of a branch", "parallel: { branches: [{ id: b1, run: x, stdin: $a.json }] }", "b1: stdin"],
    ["a step of a loop", "for_each: $l.json, steps: [{ id: s, run: echo $a.stdout }]", "s: run"],
    ["its condition", "for_each: $l.json, steps: [{ id: s, run: x, when: $a.json }]", "s: when"],
    ["a prompt", "approval: Deploy $a.json.name?", "approval"],
    ["items", "approval: { items: [{ deep: $a.json }] }", "approval"],
    ["a question", "input: { prompt: About $a.stdout, responseSchema: {} }", "input"],
  ])("draws an edge for a result that is read in %s", async (_, fields, label) => {
    const run = fields.startsWith("stdin") ? `run: x, ${fields}` : fields;
    const { edges } = await loadGraph(`steps: [{ id: a, run: x }, { id: l, run: x }, { id: b, ${run} }]`);
    expect(edges).toContainEqual({ from: "a", to: "b", label });
  });

  it("draws what a branch left behind from its block", async () => {
    const { edges } = await loadGraph(
      "steps: [{ id: p, parallel: { branches: [{ id: b1, run: x }] } }, { id: c, run: x, stdin: $b1.json }]",
    );
    expect(edges).toEqual([
      { from: "p", to: "c", label: "next" },
      { from: "p", to: "c", label: "stdin" },
    ]);
  });

  it("takes loop variables and steps of the loop for what they are, not for steps of the same name", async () => {
    const { edges } = await loadGraph(`
steps:
  - { id: item, run: x }
  - { id: index, run: x }
  - { id: s1, run: x }
  - id: loop
    for_each: $item.json
    env: { X: $item.json }
    steps: [{ id: s1, run: echo $item.json $index.json }, { id: s2, run: echo $s1.json }]
`);
    expect(edges.filter(({ to, label }) => to === "loop" && label !== "next")).toEqual([
      { from: "item", to: "loop", label: "for_each" },
    ]);
  });

  it("draws each edge once, in the order of the file, and none from a later step or from itself", async () => {
    const { edges } = await loadGraph(`
steps:
  - { id: a, run: "echo $b.stdout" }
  - { id: b, run: "echo $a.stdout $a.stdout", stdin: $a.json, when: $a.json }
  - { id: g, run: x, approval: "Deploy $g.json.what?" }
`);
    expect(edges.map(({ from, to, label }) => `${from} ${to} ${label}`)).toEqual([
      "a b next",
      "a b stdin",
      "a b when: $a.json",
      "a b run",
      "b g next",
    ]);
  });

  it("reads references of a condition as the condition does: text in quotes is none", async () => {
    const { edges } = await loadGraph(
      `steps: [{ id: a, run: x }, { id: b, run: x }, { id: c, run: x, when: '$b.stdout == "$a.json"' }]`,
    );
    expect(edges.filter(({ label }) => label !== "next")).toEqual([
      { from: "b", to: "c", label: 'when: $b.stdout == "$a.json"' },
    ]);
  });

  it("cuts the words of a long condition at 70 characters", async () => {
    const { edges } = await loadGraph(
      `steps: [{ id: a, run: x }, { id: b, run: x, when: '$a.stdout == "${"y".repeat(90)}"' }]`,
    );
    expect(edges[1]?.label).toHaveLength(70);
    expect(edges[1]?.label).toMatch(/^when: \$a\.stdout == "y+…$/);
  });
});
