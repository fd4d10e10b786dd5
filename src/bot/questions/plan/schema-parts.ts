import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import { decodePointer, readAt } from "../json-pointer.ts";

/**
 * One of the schemas a value has to fit at the same time. References and `allOf` are followed already, and `X or null` is
 * reduced to X with `orNull`.
 */
export interface Part {
  readonly schema: JsonObject;
  readonly orNull: boolean;
}

/** A schema as a list of parts, all of which hold; and the references followed on the way here. */
export interface FlatSchema {
  readonly parts: readonly Part[];
  readonly refs: ReadonlySet<string>;
}

/** How deep `$ref`, `allOf` and `X or null` may nest in one place. */
const MAX_NESTING = 16;
const MAX_PARTS = 64;

/**
 * Follows local references and `allOf` until only plain keywords are left; what is nearest comes first, so that its words win.
 * `refs` are the references followed by what encloses this schema. Undefined where no form can be made: a cycle, a remote or
 * broken reference, `false`, or too much nesting.
 */
export function flattenSchema(
  root: JsonObject,
  schema: JsonValue,
  refs: ReadonlySet<string> = new Set(["#"]),
): FlatSchema | undefined {
  const parts: Part[] = [];
  const followed = new Set(refs);
  const waiting: Visit[] = [{ node: schema, chain: refs, orNull: false, nesting: 0 }];
  for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
    const { node, chain, orNull, nesting } = visit;
    if (node === true) continue;
    if (!isJsonObject(node) || nesting > MAX_NESTING || parts.length >= MAX_PARTS) return undefined;
    const nullable = readNullable(node);
    parts.push({ schema: nullable?.rest ?? node, orNull });
    const inner = { chain, orNull, nesting: nesting + 1 };
    if (nullable !== undefined) waiting.push({ ...inner, node: nullable.other, orNull: true });
    const branches = readBranches(node);
    if (branches === undefined) return undefined;
    waiting.push(...branches.map((branch) => ({ ...inner, node: branch })));
    const ref = ownMember(node, "$ref");
    if (ref === undefined) continue;
    if (typeof ref !== "string" || chain.has(ref)) return undefined;
    followed.add(ref);
    waiting.push({ ...inner, node: readReference(root, ref), chain: new Set([...chain, ref]) });
  }
  return { parts, refs: followed };
}

/** A schema still to be looked at; `chain` are the references that lead to it. */
interface Visit {
  readonly node: JsonValue | undefined;
  readonly chain: ReadonlySet<string>;
  readonly orNull: boolean;
  readonly nesting: number;
}

/** The schemas of `allOf`: none without one, undefined for what is no list of a sensible length. */
function readBranches(node: JsonObject): readonly JsonValue[] | undefined {
  const branches = ownMember(node, "allOf");
  if (branches === undefined) return [];
  return Array.isArray(branches) && branches.length <= MAX_PARTS ? branches : undefined;
}

/** `anyOf: [X, { type: "null" }]`, as generators write an optional value: X, and the schema without that keyword. */
function readNullable(node: JsonObject): { readonly other: JsonValue; readonly rest: JsonObject } | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = ownMember(node, keyword);
    if (!Array.isArray(branches) || branches.length !== 2) continue;
    const others = branches.filter((branch: JsonValue) => !isNullSchema(branch));
    const other: JsonValue | undefined = others[0];
    if (others.length !== 1 || other === undefined) continue;
    return { other, rest: Object.fromEntries(Object.entries(node).filter(([name]) => name !== keyword)) };
  }
  return undefined;
}

/** True for a schema that only `null` fits. */
export function isNullSchema(schema: JsonValue): boolean {
  return isJsonObject(schema) && ownMember(schema, "type") === "null";
}

function readReference(root: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith("#")) return undefined;
  const path = decodePointer(decodeFragment(ref.slice(1)));
  return path === undefined ? undefined : readAt(root, path);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
