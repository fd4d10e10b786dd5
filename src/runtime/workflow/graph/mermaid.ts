import type { GraphNode, WorkflowGraph } from "./graph.ts";
import { toLine } from "./line.ts";

/** A graph as a Mermaid flowchart. Gates are diamonds. Ends with a line break. */
export function renderMermaid({ nodes, edges }: WorkflowGraph): string {
  const keys = chooseKeys(nodes.map(({ id }) => id));
  const keyOf = (id: string): string => keys.get(id) ?? "";
  const lines = [
    "flowchart TD",
    ...nodes.map((node) => `  ${keyOf(node.id)}${drawNode(node)}`),
    "",
    ...edges.map(
      ({ from, to, label }) => `  ${keyOf(from)} -->|${label.replaceAll(SPECIAL_ON_EDGE, encode)}| ${keyOf(to)}`,
    ),
  ];
  return `${lines.map(hideColons).join("\n").trimEnd()}\n`;
}

function drawNode({ id, detail, isGate }: GraphNode): string {
  const [open, close] = isGate ? ["{", "}"] : ["[", "]"];
  const lines = [toLine(id), detail].filter((line) => line !== "");
  return `${open}"${lines.join("\n").replaceAll(SPECIAL, encode)}"${close}`;
}

/**
 * What Mermaid would read as something else than text: its quotes, HTML, its own `#…;` codes, the backslash of `\n`,
 * Markdown's backtick, formulas (`$$`) and directives (`%%`). A line break is written as `\n`.
 */
const SPECIAL = /["&<>|#\\`\n]|\$(?=\$)|%(?=%)/g;

/** The text of an edge stands in no quotes, so brackets would end it. */
const SPECIAL_ON_EDGE = new RegExp(`${SPECIAL.source}|[()[\\]{}]`, "g");

/** Mermaid takes a line with one of these words, a colon and a `#` for colours, and damages the code that follows. */
const STYLING = /style|classDef/;

/** Names and arrows have no colons: those of a line all stand in its label. */
function hideColons(line: string): string {
  return STYLING.test(line) ? line.replaceAll(":", "#58;") : line;
}

/** Its own codes for all but the four that HTML names: of `&#124;` Mermaid draws the `&` too. */
function encode(character: string): string {
  return NAMED.get(character) ?? `#${character.charCodeAt(0)};`;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ['"', "&quot;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["\n", String.raw`\n`],
]);

/** A name for each step that Mermaid takes for a node and that no other step has. */
function chooseKeys(ids: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const key = findFree(toKey(id, index + 1), taken);
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

/** An id without any letter or digit of ASCII is named by its place: `step_3`. */
function toKey(id: string, place: number): string {
  const key = id.replaceAll(/[^A-Za-z0-9_]/g, "_");
  if (!/[A-Za-z0-9]/.test(key)) return `step_${place}`;
  return /^[0-9]/.test(key) || RESERVED.has(key) ? `s_${key}` : key;
}

function findFree(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

/** Words of the flowchart language: a node that is called so breaks the whole chart. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "flowchart graph subgraph end direction default style linkStyle classDef class click call href interpolate " +
    "_self _blank _parent _top"
  ).split(" "),
);
