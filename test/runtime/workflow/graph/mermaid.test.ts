import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkflowGraph } from "../../../../src/runtime/workflow/graph/graph.ts";
import { renderMermaid } from "../../../../src/runtime/workflow/graph/mermaid.ts";

function graphOf(ids: readonly string[], detail = "run: x", label = "next"): WorkflowGraph {
  return {
    nodes: ids.map((id) => ({ id, kind: "run", detail, isGate: false })),
    edges: ids.slice(1).map((to, index) => ({ from: ids[index] ?? "", to, label })),
  };
}

/** The names of the nodes, in order. */
function keysOf(chart: string): readonly string[] {
  return [...chart.matchAll(/^ {2}(\w+)[[{]"/gm)].map((match) => match[1] ?? "");
}

describe("renderMermaid", () => {
  it("draws a flowchart from top to bottom, gates as diamonds", () => {
    const chart = renderMermaid({
      nodes: [
        { id: "build", kind: "run", detail: "run: make", isGate: false },
        { id: "gate", kind: "approval", detail: "approval gate", isGate: true },
      ],
      edges: [{ from: "build", to: "gate", label: "stdin" }],
    });
    expect(chart).toBe(
      [
        "flowchart TD",
        String.raw`  build["build\nrun: make"]`,
        String.raw`  gate{"gate\napproval gate"}`,
        "",
        "  build -->|stdin| gate",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["characters names cannot have", ["a-b.c"], ["a_b_c"]],
    ["a leading digit", ["1a"], ["s_1a"]],
    ["words of the language", ["end", "graph", "style", "default"], ["s_end", "s_graph", "s_style", "s_default"]],
    ["the same words in longer names", ["end-all", "End"], ["end_all", "End"]],
    ["ids that come out alike", ["a-b", "a_b", "a.b"], ["a_b", "a_b_2", "a_b_3"]],
    ["ids that come out alike and begin with a digit", ["1-a", "1_a"], ["s_1_a", "s_1_a_2"]],
    ["an id that is what another would become", ["a-b", "a_b_2", "a_b"], ["a_b", "a_b_2", "a_b_3"]],
    ["ids without any ASCII letter", ["збірка", "вихід"], ["step_1", "step_2"]],
    ["such an id beside one that is called so", ["step_2", "вихід"], ["step_2", "step_2_2"]],
  ])("names nodes: %s", (_, ids, keys) => {
    expect(keysOf(renderMermaid(graphOf(ids)))).toEqual(keys);
  });

  it.each([
    ["&", "&amp;"],
    ['"', "&quot;"],
    ["<b>", "&lt;b&gt;"],
    ["a | b", "a #124; b"],
    ["#35;", "#35;35;"],
    [String.raw`printf 'x\n'`, "printf 'x#92;n'"],
    ["`md`", "#96;md#96;"],
    ["$$x$$ $y", "#36;$x#36;$ $y"],
    ["%%{init: {}}%% 5%", "#37;%{init: {}}#37;% 5%"],
  ])("writes %j in a label as %j", (text, written) => {
    expect(renderMermaid(graphOf(["a"], text))).toContain(String.raw`  a["a\n${written}"]`);
  });

  it("escapes brackets in the text of an edge, which stands in no quotes", () => {
    expect(renderMermaid(graphOf(["a", "b"], "", "when: ($a.json[0] == {})"))).toContain(
      "a -->|when: #40;$a.json#91;0#93; == #123;#125;#41;| b",
    );
  });

  it("hides colons in lines that Mermaid would take for colours", () => {
    expect(renderMermaid(graphOf(["a"], "run: style x:#35;"))).toContain(
      String.raw`a["a\nrun#58; style x#58;#35;35;"]`,
    );
  });

  it("gives every step a name of its own that the language takes, whatever the ids are", () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6 }),
      fc.constantFrom("end", "s_end", "a_2", "a", "a-", "a_", "1", "s_1", "step_1", "__proto__", "constructor", "ї"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), (ids) => {
        const keys = keysOf(renderMermaid(graphOf(ids)));
        expect(new Set(keys).size).toBe(ids.length);
        expect(keys.every((key) => /^[A-Za-z_]\w*$/.test(key) && key !== "end")).toBe(true);
      }),
    );
  });

  it("never lets a text out of its label", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const line = renderMermaid(graphOf(["a"], text.replaceAll(/\s/g, " "))).split("\n")[1] ?? "";
        expect(line).toMatch(/^ {2}a\["[^"<>|`]*"\]$/u);
      }),
    );
  });
});
