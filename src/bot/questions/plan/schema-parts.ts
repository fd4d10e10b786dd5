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
 * Follows local references and `allOf` until only plain keywords are left. `refs` are the references followed by what
 * encloses this schema. Undefined where no form can be made: a cycle, a remote or broken reference, `false`, or too much nesting.
 */
export function flattenSchema(
  root: JsonObject,
  schema: JsonValue,
  refs: ReadonlySet<string> = new Set(["#"]),
): FlatSchema | undefined {
  const found: Part[] = [];
  const followed = new Set(refs);
  const collect = (
    node: JsonValue | undefined,
    chain: ReadonlySet<string>,
    orNull: boolean,
    nesting: number,
  ): boolean => {
    if (node === true) return true;
    if (!isJsonObject(node) || nesting > MAX_NESTING || found.length >= MAX_PARTS) return false;
    const nullable = readNullable(node);
    found.push({ schema: nullable?.rest ?? node, orNull });
    if (nullable !== undefined && !collect(nullable.other, chain, true, nesting + 1)) return false;
    const branches = ownMember(node, "allOf");
    if (branches !== undefined) {
      if (!Array.isArray(branches)) return false;
      if (!branches.every((branch: JsonValue) => collect(branch, chain, orNull, nesting + 1))) return false;
    }
    const ref = ownMember(node, "$ref");
    if (ref === undefined) return true;
    if (typeof ref !== "string" || chain.has(ref)) return false;
    followed.add(ref);
    return collect(readReference(root, ref), new Set([...chain, ref]), orNull, nesting + 1);
  };
  return collect(schema, refs, false, 0) ? { parts: found, refs: followed } : undefined;
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
