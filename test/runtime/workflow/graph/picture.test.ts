import { describe, expect, it } from "vitest";
import { layOut } from "../../../../src/runtime/workflow/graph/layout.ts";
import type { WorkflowGraph } from "../../../../src/runtime/workflow/graph/graph.ts";
import { drawPng, drawSvg } from "../../../../src/runtime/workflow/graph/picture.ts";

function chain(count: number): WorkflowGraph {
  const nodes = Array.from(
    { length: count },
    (_, at) => ({ id: `s${at}`, kind: "run", detail: "", isGate: false }) as const,
  );
  return { nodes, edges: nodes.slice(1).map(({ id }, at) => ({ from: `s${at}`, to: id, label: "next" })) };
}

const GRAPH: WorkflowGraph = {
  nodes: [
    { id: "збірка", kind: "run", detail: 'run: echo "<a>" & b', isGate: false },
    { id: "gate", kind: "approval", detail: "approval gate", isGate: true },
  ],
  edges: [
    { from: "збірка", to: "gate", label: "next" },
    { from: "збірка", to: "gate", label: "stdin" },
  ],
};

describe("drawSvg", () => {
  it("draws the texts of every step, and one arrow for what goes between the same two steps", async () => {
    const svg = await drawSvg(GRAPH);
    const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);
    expect(texts).toEqual([
      "збірка",
      "run: echo &quot;&lt;a&gt;&quot; &amp; b",
      "gate",
      "approval gate",
      "next",
      "stdin",
    ]);
    expect(svg.match(/class="edge"/g)).toHaveLength(1);
  });

  it("fills the step a run is at", async () => {
    expect(await drawSvg(GRAPH, { currentStep: "gate" })).toContain('fill="#ffe9a8"');
    expect(await drawSvg(GRAPH)).not.toContain('fill="#ffe9a8"');
  });

  it("refuses a graph that nobody could read", async () => {
    await expect(drawSvg(chain(201))).rejects.toThrow("has 201 steps, and at most 200 are drawn");
  });
});

describe("layOut", () => {
  const nothing = { graphAttributes: {}, nodeAttributes: {}, edgeAttributes: {} };

  it("ends a layout that takes too long", async () => {
    await expect(layOut("digraph { a }", nothing, 1)).rejects.toMatchObject({ code: "timed_out" });
  });

  it("says what Graphviz says of a text it cannot read", async () => {
    await expect(layOut("digraph {", nothing)).rejects.toMatchObject({ code: "internal" });
  });
});

describe("drawPng", () => {
  it("draws a PNG of the size it tells", async () => {
    const { png, width, height } = await drawPng(GRAPH);
    const bytes = Buffer.from(png);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    expect(width).toBeGreaterThan(100);
  });

  it("keeps a long picture within 5,000 pixels", async () => {
    const { width, height } = await drawPng(chain(60));
    expect(height).toBeLessThanOrEqual(5000);
    expect(height).toBeGreaterThan(4500);
    expect(width).toBeLessThanOrEqual(5000);
  });
});
