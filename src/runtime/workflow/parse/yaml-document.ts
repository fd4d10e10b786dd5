import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { LobsterError, messageOf } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import type { ParsedDocument, Path, Place } from "../parse-document.ts";
import { documentError, MAX_DEPTH, MAX_VALUES, NOT_A_JSON_NUMBER, TOO_DEEP, TOO_MANY_VALUES } from "./document-limits.ts";
import { setMember } from "./set-member.ts";

/** Lexical tokens of a YAML text; parsing takes up to about 10 µs for each. */
const MAX_TOKENS = 100_000;

/** Syntax problems named at once. */
const MAX_SYNTAX_PROBLEMS = 20;

/** Parses YAML text; see `parseDocument`. Tags other than those of the core schema and merge keys are refused. */
export async function parseYamlDocument(text: string): Promise<ParsedDocument> {
  const yaml = await import("yaml");
  assertTokenCount(new yaml.Lexer().lex(text));
  const lines = new yaml.LineCounter();
  const document = parseTree(() =>
    yaml.parseDocument(text, {
      lineCounter: lines,
      intAsBigInt: true,
      // The library compares every key with every other; keys are checked below instead.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
    }),
  );
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    throw documentError(
      document.errors.slice(0, MAX_SYNTAX_PROBLEMS).map((error) => withPlace(error.message, placeAt(error.pos[0]))),
    );
  }
  const reader = createReader(yaml, (message, node) =>
    documentError([withPlace(message, placeAt(node?.range?.[0] ?? 0))]),
  );
  const value = document.contents === null ? null : reader.read(document.contents, 0).value;
  return {
    value,
    locate: (path, of) => placeAt(findNode(yaml, document.contents, { path, of, targets: reader.targets })),
  };
}

type Yaml = typeof import("yaml");
type YamlNode = Scalar | Alias | YAMLMap | YAMLSeq;

function assertTokenCount(tokens: Iterable<string>): void {
  let count = 0;
  for (const _ of tokens) {
    count += 1;
    if (count > MAX_TOKENS) throw documentError([{ message: "Workflow file is too large to be read; split it" }]);
  }
}

/** The library recurses: a text nested thousands of levels deep ends its stack. */
function parseTree(parse: () => Document.Parsed): Document.Parsed {
  try {
    return parse();
  } catch (thrown) {
    const message = thrown instanceof RangeError ? TOO_DEEP : messageOf(thrown);
    throw documentError([{ message }], thrown);
  }
}

function withPlace(message: string, place: Place): { readonly message: string } & Place {
  return { message: `${message} at line ${place.line}, column ${place.column}`, ...place };
}

/** A value and how many values it stands for, so that aliases cannot multiply without limit. */
interface ReadValue {
  readonly value: JsonValue;
  readonly count: number;
}

/** Turns nodes into plain values. `targets` remembers what each alias stood for. */
function createReader(
  { isAlias, isMap, isScalar, isSeq }: Yaml,
  fail: (message: string, node: Node | null) => LobsterError,
): { readonly read: (node: unknown, depth: number) => ReadValue; readonly targets: ReadonlyMap<Alias, YamlNode> } {
  const anchors = new Map<string, { readonly node: YamlNode; readonly read: ReadValue }>();
  const targets = new Map<Alias, YamlNode>();
  let total = 0;

  const read = (node: unknown, depth: number): ReadValue => {
    if (node === null || node === undefined) return { value: null, count: 1 };
    if (isAlias(node)) return readAlias(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) throw fail("Workflow file has an unknown kind of value", null);
    if (depth > MAX_DEPTH) throw fail(TOO_DEEP, node);
    assertTag(node);
    count(1, node);
    const result = isScalar(node)
      ? { value: readScalar(node.value, node), count: 1 }
      : isSeq(node)
        ? readList(node, depth)
        : readMap(node, depth);
    if (node.anchor !== undefined) anchors.set(node.anchor, { node, read: result });
    return result;
  };

  const readAlias = (alias: Alias): ReadValue => {
    const anchored = anchors.get(alias.source);
    if (anchored === undefined) {
      throw fail(`Unresolved alias (the anchor must be set before the alias): ${alias.source}`, alias);
    }
    targets.set(alias, anchored.node);
    count(anchored.read.count, alias);
    return anchored.read;
  };

  const readList = (list: YAMLSeq, depth: number): ReadValue => {
    const parts = list.items.map((item) => read(item, depth + 1));
    return { value: parts.map((part) => part.value), count: sum(parts) };
  };

  const readMap = (map: YAMLMap, depth: number): ReadValue => {
    const value: Record<string, JsonValue> = {};
    const parts = map.items.map((pair) => {
      const key = readKey(pair, map);
      if (Object.hasOwn(value, key)) throw fail(`Map keys must be unique: ${key}`, nodeOf(pair.key) ?? map);
      const part = read(pair.value, depth + 1);
      setMember(value, key, part.value);
      return part;
    });
    return { value, count: sum(parts) };
  };

  const readKey = (pair: Pair, map: YAMLMap): string => {
    const { key } = pair;
    if (!isScalar(key)) throw fail("Workflow file has a key that is not plain text", nodeOf(key) ?? map);
    if ((key.value === "<<" && key.type === "PLAIN") || typeof key.value === "symbol") {
      throw fail("Merge keys (<<) are not supported; write the keys out", key);
    }
    if (key.anchor !== undefined) anchors.set(key.anchor, { node: key, read: { value: readScalar(key.value, key), count: 1 } });
    return keyText(readScalar(key.value, key));
  };

  const readScalar = (value: unknown, node: Node): JsonValue => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (typeof value !== "number") throw fail("Workflow file has a value that JSON cannot hold; quote it", node);
    if (!Number.isFinite(value)) throw fail(NOT_A_JSON_NUMBER, node);
    return value;
  };

  const count = (values: number, node: Node): void => {
    total += values;
    if (total > MAX_VALUES) throw fail(TOO_MANY_VALUES, node);
  };

  const assertTag = (node: YamlNode): void => {
    const tag = node.tag;
    if (tag === undefined || CORE_TAGS.has(tag)) return;
    throw fail(`Workflow file has a tag that is not supported: ${tag}; remove it`, node);
  };

  return { read, targets };
}

const CORE_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

function sum(parts: readonly ReadValue[]): number {
  return parts.reduce((total, part) => total + part.count, 1);
}

/** Keys are text: `1:` and `true:` name the members `1` and `true`, an empty key the member with the empty name. */
function keyText(value: JsonValue): string {
  return value === null ? "" : String(value);
}

function nodeOf(value: unknown): Node | null {
  return typeof value === "object" && value !== null && "range" in value ? (value as Node) : null;
}

interface Search {
  readonly path: Path;
  readonly of: "key" | undefined;
  readonly targets: ReadonlyMap<Alias, YamlNode>;
}

/** The offset of the node a path leads to, as far as it leads. */
function findNode({ isAlias, isMap, isScalar, isSeq }: Yaml, root: Node | null, search: Search): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, segment] of search.path.entries()) {
    if (isAlias(node)) node = search.targets.get(node);
    if (isSeq(node) && typeof segment === "number") {
      node = node.items[segment];
    } else if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && keyText(key.value as JsonValue) === segment);
      const isWanted = search.of === "key" && index === search.path.length - 1;
      node = isWanted ? pair?.key : (pair?.value ?? pair?.key);
    } else {
      return offset;
    }
    const found = nodeOf(node)?.range?.[0];
    if (found === undefined) return offset;
    offset = found;
  }
  return offset;
}
