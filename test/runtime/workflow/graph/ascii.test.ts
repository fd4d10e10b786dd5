import { describe, expect, it } from "vitest";
import { renderAscii } from "../../../../src/runtime/workflow/graph/ascii.ts";

describe("renderAscii", () => {
  it("lists nodes and edges", () => {
    const text = renderAscii({
      nodes: [
        { id: "a", kind: "run", detail: "run: ls", isGate: false },
        { id: "b", kind: "approval", detail: "approval gate", isGate: true },
      ],
      edges: [{ from: "a", to: "b", label: "next" }],
    });
    expect(text).toBe(`Workflow Graph

Nodes:
- a [run] (run: ls)
- b [approval] (approval gate)

Edges:
- a -> b (next)
`);
  });

  it("says so when nothing is connected", () => {
    expect(renderAscii({ nodes: [{ id: "a", kind: "step", detail: "", isGate: false }], edges: [] })).toContain(
      "- a [step]\n\nEdges:\n- (none)\n",
    );
  });
});
