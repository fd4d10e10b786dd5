import type { GraphNode, WorkflowGraph } from "./graph.ts";
import { toLine, wrapLine } from "./line.ts";

/** How a graph is drawn. */
export interface DrawOptions {
  /** Characters of a line in a label; longer details continue on the next line. Default: one line. */
  readonly wrapAt?: number;
  /** The step a run is at: drawn in bold and filled. */
  readonly currentStep?: string;
}

/** A graph in DOT, the language of Graphviz. Gates are diamonds. Ends with a line break. */
export function renderDot({ nodes, edges }: WorkflowGraph, options: DrawOptions = {}): string {
  const lines = [
    "digraph workflow {",
    "  rankdir=TB;",
    ...nodes.map((node) => `  ${quote(node.id)} [${describeNode(node, options)}];`),
    "",
    ...edges.map(({ from, to, label }) => {
      const shown = label
        .split("\n")
        .flatMap((line) => wrap(line, options))
        .join("\n");
      return `  ${quote(from)} -> ${quote(to)} [label=${quote(shown)}];`;
    }),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function describeNode({ id, detail, isGate }: GraphNode, options: DrawOptions): string {
  const label = [toLine(id), ...(detail === "" ? [] : wrap(detail, options))].join("\n");
  const parts = [`shape=${isGate ? "diamond" : "box"}`, `label=${quote(label)}`];
  return (id === options.currentStep ? [...parts, CURRENT] : parts).join(",");
}

const CURRENT = 'style="filled,bold",fillcolor="#ffe9a8"';

function wrap(line: string, { wrapAt }: DrawOptions): readonly string[] {
  return wrapLine(line, wrapAt ?? Infinity);
}

/**
 * A quoted text of DOT. In labels a backslash begins an escape (`\N` is the node's name) and HTML codes are replaced, so
 * both are escaped themselves; a line break is the escape `\n`, with one backslash (fault F27).
 */
function quote(text: string): string {
  const escaped = text
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll(/\r\n|[\r\n]/g, String.raw`\n`);
  return `"${escaped}"`;
}
