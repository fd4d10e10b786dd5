import type { WorkflowGraph } from "./graph.ts";
import { toLine } from "./line.ts";

/** A graph as plain lists of nodes and edges, for a terminal. Ends with a line break. */
export function renderAscii({ nodes, edges }: WorkflowGraph): string {
  const lines = [
    "Workflow Graph",
    "",
    "Nodes:",
    ...nodes.map(({ id, kind, detail }) => `- ${toLine(id)} [${kind}]${detail === "" ? "" : ` (${detail})`}`),
    "",
    "Edges:",
    ...edges.map(({ from, to, label }) => `- ${toLine(from)} -> ${toLine(to)} (${label})`),
    ...(edges.length === 0 ? ["- (none)"] : []),
  ];
  return `${lines.join("\n")}\n`;
}
