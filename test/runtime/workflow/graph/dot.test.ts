import { instance } from "@viz-js/viz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderDot } from "../../../../src/runtime/workflow/graph/dot.ts";
import type { WorkflowGraph } from "../../../../src/runtime/workflow/graph/graph.ts";
import { toLine } from "../../../../src/runtime/workflow/graph/line.ts";

interface Drawn {
  readonly objects: readonly { readonly name: string; readonly label: string; readonly shape: string }[];
  readonly edges?: readonly { readonly tail: number; readonly head: number; readonly label: string }[];
}

function oneStep(id: string, detail: string): WorkflowGraph {
  return { nodes: [{ id, kind: "run", detail, isGate: false }], edges: [] };
}

describe("renderDot", () => {
  it("draws from top to bottom, gates as diamonds, with one backslash at a line break", () => {
    const dot = renderDot({
      nodes: [
        { id: "build", kind: "run", detail: 'run: echo "a\\b"', isGate: false },
        { id: "gate", kind: "approval", detail: "approval gate", isGate: true },
      ],
      edges: [{ from: "build", to: "gate", label: "next" }],
    });
    expect(dot).toBe(
      [
        "digraph workflow {",
        "  rankdir=TB;",
        String.raw`  "build" [shape=box,label="build\nrun: echo \"a\\b\""];`,
        String.raw`  "gate" [shape=diamond,label="gate\napproval gate"];`,
        "",
        '  "build" -> "gate" [label="next"];',
        "}",
        "",
      ].join("\n"),
    );
  });

  it("marks the step a run is at", () => {
    const dot = renderDot(oneStep("a", ""), { currentStep: "a" });
    expect(dot).toContain('"a" [shape=box,label="a",style="filled,bold"');
  });

  it("breaks long details into lines where it is asked to", () => {
    expect(renderDot(oneStep("a", "run: one two three"), { wrapAt: 9 })).toContain(
      String.raw`label="a\nrun: one\ntwo three"`,
    );
  });

  it("is read by Graphviz as it was meant, whatever ids and texts are", async () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from("ab \\\"'&;#<>{}[]|-$\nй😀NG"), "&lt;", "&#35;"),
      maxLength: 10,
    });
    const step = fc.record({ id: text.filter((id) => id !== ""), detail: text.map(toLine), label: text.map(toLine) });
    const steps = fc.uniqueArray(step, { selector: ({ id }) => id, minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const [first] = given;
        const { objects, edges = [] } = await readGraph({
          nodes: given.map(({ id, detail }) => ({ id, kind: "run", detail, isGate: false })),
          edges: given.map(({ id, label }) => ({ from: first?.id ?? "", to: id, label })),
        });
        expect(objects.map(({ label }) => readLabel(label))).toEqual(
          given.map(({ id, detail }) => (detail === "" ? toLine(id) : `${toLine(id)}\n${detail}`)),
        );
        expect(edges.map(({ tail, head, label }) => [tail, head, readLabel(label)])).toEqual(
          given.map(({ label }, index) => [0, index, label]),
        );
      }),
      { numRuns: 10 },
    );
  });
});

/** A graph as Graphviz understands its DOT text. Each in a Graphviz of its own: after many graphs one of them breaks. */
async function readGraph(graph: WorkflowGraph): Promise<Drawn> {
  const viz = await instance();
  return JSON.parse(viz.renderString(renderDot(graph), { format: "dot_json", engine: "osage" })) as Drawn;
}

/** A label as Graphviz draws it: escapes and HTML codes replaced. */
function readLabel(label: string): string {
  return label.replaceAll(/\\(.)/gs, (_, letter: string) => (letter === "n" ? "\n" : letter)).replaceAll("&amp;", "&");
}
