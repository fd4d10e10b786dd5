import type { Alias, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { LobsterError } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { MAX_DEPTH, MAX_VALUES, NOT_A_JSON_NUMBER, TOO_DEEP, TOO_MANY_VALUES } from "./document-limits.ts";
import { setMember } from "./set-member.ts";

/** A node that holds a value of its own. */
export type ValueNode = Scalar | YAMLMap | YAMLSeq;

/** A document while its nodes are turned into values. */
export interface Reading {
  readonly yaml: typeof import("yaml");
  readonly anchors: Map<string, { readonly node: ValueNode; readonly read: ReadValue }>;
  /** What each alias stood for when it was read. */
  readonly targets: Map<Alias, ValueNode>;
  readonly counted: { values: number };
  readonly fail: (message: string, node: Node | null) => LobsterError;
}

/** A value and how many values it stands for, so that aliases cannot multiply without limit. */
export interface ReadValue {
  readonly value: JsonValue;
  readonly count: number;
}

/** The plain value of a tree of nodes. Throws for what JSON cannot hold, and for trees that are too deep or too large. */
export function readYamlValue(reading: Reading, root: Node | null): JsonValue {
  return readNode(reading, root, 0).value;
}

/** A key as the name of a member: `1:` and `true:` name `1` and `true`, an empty key the empty name. */
export function keyText(value: unknown): string {
  return typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean" ||
    typeof value === "bigint"
    ? String(value)
    : "";
}

/** What a tree may hold at a place, if it is a node. */
export function asNode(value: unknown): Node | null {
  return typeof value === "object" && value !== null && "range" in value ? (value as Node) : null;
}

function readNode(reading: Reading, node: unknown, depth: number): ReadValue {
  const { isAlias, isMap, isScalar, isSeq } = reading.yaml;
  if (node === null || node === undefined) return { value: null, count: 1 };
  if (isAlias(node)) return readAlias(reading, node);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) throw reading.fail("Workflow file has an unknown value", null);
  if (depth > MAX_DEPTH) throw reading.fail(TOO_DEEP, node);
  assertTag(reading, node);
  addToCount(reading, 1, node);
  const read = isScalar(node)
    ? { value: readScalar(reading, node), count: 1 }
    : isSeq(node)
      ? readList(reading, node, depth)
      : readMap(reading, node, depth);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, { node, read });
  return read;
}

/** An alias inside its own anchor is not known yet, so a value never contains itself. */
function readAlias(reading: Reading, alias: Alias): ReadValue {
  const anchored = reading.anchors.get(alias.source);
  if (anchored === undefined) {
    throw reading.fail(`Unresolved alias (the anchor must be set before the alias): ${alias.source}`, alias);
  }
  reading.targets.set(alias, anchored.node);
  addToCount(reading, anchored.read.count, alias);
  return anchored.read;
}

function readList(reading: Reading, list: YAMLSeq, depth: number): ReadValue {
  const parts = list.items.map((item) => readNode(reading, item, depth + 1));
  return { value: parts.map((part) => part.value), count: sumCounts(parts) };
}

function readMap(reading: Reading, map: YAMLMap, depth: number): ReadValue {
  const value: Record<string, JsonValue> = {};
  const parts = map.items.map((pair) => {
    const key = readKey(reading, pair, map);
    if (Object.hasOwn(value, key)) throw reading.fail(`Map keys must be unique: ${key}`, asNode(pair.key) ?? map);
    const part = readNode(reading, pair.value, depth + 1);
    setMember(value, key, part.value);
    return part;
  });
  return { value, count: sumCounts(parts) };
}

function readKey(reading: Reading, { key }: Pair, map: YAMLMap): string {
  if (!reading.yaml.isScalar(key))
    throw reading.fail("Workflow file has a key that is not plain text", asNode(key) ?? map);
  if (typeof key.value === "symbol" || (key.value === "<<" && key.type === "PLAIN")) {
    throw reading.fail("Merge keys (<<) are not supported; write the keys out", key);
  }
  const value = readScalar(reading, key);
  if (key.anchor !== undefined) reading.anchors.set(key.anchor, { node: key, read: { value, count: 1 } });
  return keyText(value);
}

function readScalar({ fail }: Reading, node: Scalar): JsonValue {
  const { value } = node;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== "number") throw fail("Workflow file has a value that JSON cannot hold; quote it", node);
  if (!Number.isFinite(value)) throw fail(NOT_A_JSON_NUMBER, node);
  return value;
}

function assertTag(reading: Reading, node: ValueNode): void {
  if (node.tag === undefined || CORE_TAGS.has(node.tag)) return;
  throw reading.fail(`Workflow file has a tag that is not supported: ${node.tag}; remove it`, node);
}

const CORE_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

function addToCount(reading: Reading, values: number, node: Node): void {
  reading.counted.values += values;
  if (reading.counted.values > MAX_VALUES) throw reading.fail(TOO_MANY_VALUES, node);
}

function sumCounts(parts: readonly ReadValue[]): number {
  return parts.reduce((total, part) => total + part.count, 1);
}
