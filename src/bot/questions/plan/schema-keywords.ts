import { ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import type { Bounds } from "../question-plan.ts";
import type { Part } from "./schema-parts.ts";

/** A JSON type as schemas name it. `number` stands for numbers that need not be whole. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The values a keyword has in the parts that have it, outermost first. */
export function readKeyword(parts: readonly Part[], keyword: string): readonly JsonValue[] {
  return parts.flatMap(({ schema }) => {
    const value = ownMember(schema, keyword);
    return value === undefined ? [] : [value];
  });
}

/** The first non-blank text a keyword has. */
export function readText(parts: readonly Part[], keyword: string): string | undefined {
  return readKeyword(parts, keyword).find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** True where any part has one of `keywords`. */
export function hasKeyword(parts: readonly Part[], keywords: readonly string[]): boolean {
  return parts.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
}

/** The types all parts allow, `null` apart; undefined where no part declares any. */
export function readTypes(parts: readonly Part[]): ReadonlySet<JsonType> | undefined {
  let types: ReadonlySet<JsonType> | undefined;
  for (const { schema } of parts) {
    const declared = readDeclaredTypes(schema);
    if (declared === undefined) continue;
    const before: ReadonlySet<JsonType> = types ?? declared;
    types = new Set([...declared].filter((type) => before.has(type)));
  }
  if (types === undefined) return undefined;
  return new Set([...types].filter((type) => type !== "null" && !(type === "integer" && types.has("number"))));
}

/** True where `null` is named as an answer, and no part rules it out. */
export function allowsNull(parts: readonly Part[]): boolean {
  const named = parts.some(({ schema, orNull }) => orNull || readDeclaredTypes(schema)?.has("null") === true);
  return named && parts.every(({ schema, orNull }) => orNull || fitsNull(schema));
}

function fitsNull(schema: JsonObject): boolean {
  const values = ownMember(schema, "enum");
  const value = ownMember(schema, "const");
  return (
    readDeclaredTypes(schema)?.has("null") !== false &&
    (!Array.isArray(values) || values.includes(null)) &&
    (value === undefined || value === null)
  );
}

const IMPLIED: Readonly<Record<JsonType, readonly JsonType[]>> = {
  null: ["null"],
  boolean: ["boolean"],
  integer: ["integer"],
  number: ["integer", "number"],
  string: ["string"],
  array: ["array"],
  object: ["object"],
};

/** The types one schema declares, OpenAPI's `nullable` included; `number` brings `integer` along. */
function readDeclaredTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const type = ownMember(schema, "type");
  if (type === undefined) return undefined;
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  const types = new Set<JsonType>(
    names.flatMap((name) => (typeof name === "string" ? (ownMember<readonly JsonType[]>(IMPLIED, name) ?? []) : [])),
  );
  return ownMember(schema, "nullable") === true ? new Set<JsonType>([...types, "null"]) : types;
}

/** True where a value is of one of `types`. */
export function isOfType(value: JsonValue, types: ReadonlySet<JsonType>): boolean {
  if (value === null) return types.has("null");
  if (typeof value === "boolean") return types.has("boolean");
  if (typeof value === "string") return types.has("string");
  if (typeof value === "bigint") return types.has("integer") || types.has("number");
  if (typeof value === "number") return types.has("number") || (types.has("integer") && Number.isInteger(value));
  return types.has(Array.isArray(value) ? "array" : "object");
}

/** The largest of the numbers a keyword has. */
export function readLargest(parts: readonly Part[], keyword: string): number | bigint | undefined {
  return readNumbers(parts, keyword).reduce<number | bigint | undefined>(
    (found, value) => (found === undefined || value > found ? value : found),
    undefined,
  );
}

/** The smallest of the numbers a keyword has. */
export function readSmallest(parts: readonly Part[], keyword: string): number | bigint | undefined {
  return readNumbers(parts, keyword).reduce<number | bigint | undefined>(
    (found, value) => (found === undefined || value < found ? value : found),
    undefined,
  );
}

/** The tightest bounds, from the keywords named. */
export function readBounds(parts: readonly Part[], keywords: Readonly<Partial<Record<keyof Bounds, string>>>): Bounds {
  const { min, max, above, below } = keywords;
  const found = {
    min: min === undefined ? undefined : readLargest(parts, min),
    max: max === undefined ? undefined : readSmallest(parts, max),
    above: above === undefined ? undefined : readLargest(parts, above),
    below: below === undefined ? undefined : readSmallest(parts, below),
  };
  return Object.fromEntries(Object.entries(found).filter(([, bound]) => bound !== undefined));
}

function readNumbers(parts: readonly Part[], keyword: string): readonly (number | bigint)[] {
  return readKeyword(parts, keyword).filter((value) => typeof value === "number" || typeof value === "bigint");
}
