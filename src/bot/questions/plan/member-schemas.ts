import { isJsonObject, type JsonValue } from "../../../runtime/json.ts";
import { readKeyword, readText } from "./schema-keywords.ts";
import type { Part } from "./schema-parts.ts";

/** One member of an object as its schema describes it. */
export interface MemberSchema {
  readonly name: string;
  readonly schema: JsonValue;
  readonly required: boolean;
  /** Set where another member has the same title. */
  readonly nameForTitle?: string;
}

/**
 * The members of an object, in the schema's order; undefined where it names none or more than `limit`, or demands one that
 * may not be there.
 */
export function readMemberSchemas(parts: readonly Part[], limit: number): readonly MemberSchema[] | undefined {
  const required = new Set(
    readKeyword(parts, "required").flatMap((names) =>
      Array.isArray(names) ? names.filter((name) => typeof name === "string") : [],
    ),
  );
  const schemas = collectProperties(parts);
  for (const name of required) if (!schemas.has(name)) schemas.set(name, readUnlisted(parts));
  if (schemas.size === 0 || schemas.size > limit) return undefined;
  if ([...required].some((name) => schemas.get(name)?.includes(false) === true)) return undefined;
  const titles = [...schemas].map(([name, list]) => readTitle(list) ?? name);
  const twins = new Set(titles.filter((title, index) => titles.indexOf(title) !== index));
  return [...schemas]
    .filter(([, list]) => !list.includes(false))
    .map(([name, list]) => ({
      name,
      schema: joinSchemas(list),
      required: required.has(name),
      ...(twins.has(readTitle(list) ?? name) ? { nameForTitle: name } : {}),
    }));
}

function collectProperties(parts: readonly Part[]): Map<string, readonly JsonValue[]> {
  const schemas = new Map<string, readonly JsonValue[]>();
  for (const properties of readKeyword(parts, "properties")) {
    if (!isJsonObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      schemas.set(name, [...(schemas.get(name) ?? []), schema]);
    }
  }
  return schemas;
}

/** What a member that no `properties` lists has to fit. */
function readUnlisted(parts: readonly Part[]): readonly JsonValue[] {
  const schemas = readKeyword(parts, "additionalProperties").filter((schema) => schema !== true);
  return schemas.length === 0 ? [{}] : schemas;
}

function readTitle(list: readonly JsonValue[]): string | undefined {
  return readText(
    list.filter(isJsonObject).map((schema) => ({ schema, orNull: false })),
    "title",
  );
}

function joinSchemas(list: readonly JsonValue[]): JsonValue {
  const [only] = list;
  return list.length === 1 && only !== undefined ? only : { allOf: list };
}
