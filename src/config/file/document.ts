import type { Document, LineCounter, Node, Pair } from "yaml";
import type { ConfigProblem } from "../problem.ts";
import type { Path } from "./finding.ts";

/** The parsed configuration file. */
export interface ConfigDocument {
  /** The file as plain data, unchecked. An empty file is an empty mapping. */
  readonly data: unknown;
  /** Where the key or value at `path` stands; the nearest thing around it that exists when it does not. */
  locate(path: Path, part: "key" | "value"): Place;
  /** The digits of a number as written: YAML numbers beyond 2^53 lose some. */
  sourceAt(path: Path): string | undefined;
}

/** A place in a file, both 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The document, or everything that keeps the text from being YAML. */
export type ParsedConfig =
  | { readonly kind: "parsed"; readonly document: ConfigDocument }
  | { readonly kind: "problems"; readonly problems: readonly ConfigProblem[] };

/** Parses YAML 1.2 and remembers where everything stands. Never throws; the library is loaded on first use. */
export async function parseConfigText(file: string, text: string): Promise<ParsedConfig> {
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const problems = faults.map((fault) => syntaxProblem(file, fault.message, place(lines, fault.pos[0])));
    return { kind: "problems", problems };
  }
  try {
    const data: unknown = document.toJS() ?? {};
    return { kind: "parsed", document: createConfigDocument(yaml, document, lines, data) };
  } catch (error) {
    // Aliases without an anchor, or so many of them that they were meant to fill the memory.
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "problems", problems: [syntaxProblem(file, reason, undefined)] };
  }
}

type Yaml = typeof import("yaml");

function createConfigDocument(yaml: Yaml, document: Document, lines: LineCounter, data: unknown): ConfigDocument {
  const walk = (path: Path): Trail => followPath(yaml, document, path);
  return {
    data,
    locate(path, part) {
      const { nodes, key } = walk(path);
      const target = part === "key" && key !== undefined ? key : nodes.at(-1);
      return place(lines, target?.range?.[0] ?? 0);
    },
    sourceAt(path) {
      const { nodes } = walk(path);
      const node = nodes.length === path.length + 1 ? nodes.at(-1) : undefined;
      return yaml.isScalar(node) && typeof node.value === "number" ? node.source : undefined;
    },
  };
}

/** The nodes from the root along a path, as far as they exist, and the key of the last step when all of them do. */
interface Trail {
  readonly nodes: readonly Node[];
  readonly key?: Node;
}

function followPath(yaml: Yaml, document: Document, path: Path): Trail {
  const nodes: Node[] = document.contents === null ? [] : [document.contents];
  let key: Node | undefined;
  for (const [index, part] of path.entries()) {
    const next = stepInto(yaml, document, nodes.at(-1), part);
    if (next.value === undefined && next.key === undefined) return { nodes };
    nodes.push(...[next.value ?? next.key].filter((node) => node !== undefined));
    if (index === path.length - 1) key = next.key;
  }
  return key === undefined ? { nodes } : { nodes, key };
}

function stepInto(
  yaml: Yaml,
  document: Document,
  from: Node | undefined,
  part: string | number,
): { readonly key?: Node; readonly value?: Node } {
  const node = yaml.isAlias(from) ? from.resolve(document) : from;
  if (yaml.isSeq(node)) return typeof part === "number" ? nodesOf(yaml, undefined, node.items[part]) : {};
  if (!yaml.isMap(node)) return {};
  const pair = node.items.find((item: Pair) => keyText(yaml, item.key) === String(part));
  return pair === undefined ? {} : nodesOf(yaml, pair.key, pair.value);
}

function keyText(yaml: Yaml, key: unknown): string | undefined {
  return yaml.isScalar(key) ? String(key.value) : undefined;
}

function nodesOf(yaml: Yaml, key: unknown, value: unknown): { readonly key?: Node; readonly value?: Node } {
  return {
    ...(yaml.isNode(key) ? { key } : {}),
    ...(yaml.isNode(value) ? { value } : {}),
  };
}

function place(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function syntaxProblem(file: string, message: string, at: Place | undefined): ConfigProblem {
  return {
    file,
    ...at,
    what: `this is not YAML: ${message}`,
    fix: "Correct the line; lobster.config.example.yaml shows the form of everything.",
  };
}
