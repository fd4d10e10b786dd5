import { isJsonObject, ownMember, type JsonObject } from "../../../runtime/json.ts";
import type { Field } from "../question-plan.ts";
import { allowsNull, hasKeyword, readKeyword, readText, readTypes, type JsonType } from "./schema-keywords.ts";
import { MAX_OPTIONS, readOptions } from "./schema-options.ts";
import type { Part } from "./schema-parts.ts";

/** The kind of field a flattened schema can be asked as; `multi_choice` is a list until its entries are known. */
export type SchemaKind = Exclude<Field["kind"], "multi_choice">;

/** Decides how a schema is asked. `json` for everything that has no form. */
export function readKind(parts: readonly Part[]): SchemaKind {
  const types = readTypes(parts);
  const found = readOptions(parts, types, allowsNull(parts));
  if (found !== undefined && found.options.length > 0)
    return readOptionKind(found.options.length, found.complete, parts, types);
  if (found !== undefined || hasUnion(parts)) return "json";
  const type = types === undefined ? guessType(parts) : types.size === 1 ? [...types][0] : undefined;
  switch (type) {
    case "boolean":
    case "integer":
    case "number":
      return type;
    case "string":
      return readTextKind(parts);
    case "array":
      return hasKeyword(parts, NO_LIST_FORM) ? "json" : "list";
    case "object":
      return parts.some(({ schema }) => hasNoObjectForm(schema)) ? "json" : "object";
    case "null":
    case undefined:
      return "json";
  }
}

function readOptionKind(
  count: number,
  complete: boolean,
  parts: readonly Part[],
  types: ReadonlySet<JsonType> | undefined,
): SchemaKind {
  if (!complete || count > MAX_OPTIONS) return "json";
  const both = count === 2 && types?.size === 1 && types.has("boolean") && !allowsNull(parts);
  return both && !hasKeyword(parts, ["oneOf", "anyOf"]) ? "boolean" : "choice";
}

function hasUnion(parts: readonly Part[]): boolean {
  return hasKeyword(parts, ["oneOf", "anyOf", "$dynamicRef", "$recursiveRef"]);
}

/** Keywords that make a list more than entries of one kind. */
const NO_LIST_FORM = ["prefixItems", "additionalItems", "if", "unevaluatedItems"];

/** Keywords that make an object more than a list of members. */
const NO_OBJECT_FORM = ["if", "not", "dependentSchemas"];

function hasNoObjectForm(schema: JsonObject): boolean {
  const patterns = ownMember(schema, "patternProperties");
  const dependencies = ownMember(schema, "dependencies");
  return (
    NO_OBJECT_FORM.some((keyword) => Object.hasOwn(schema, keyword)) ||
    (isJsonObject(patterns) && Object.keys(patterns).length > 0) ||
    (isJsonObject(dependencies) && Object.values(dependencies).some((value) => !Array.isArray(value)))
  );
}

/** Keywords that only mean something for one type: a schema without `type` that has them is taken for that type. */
const TELLING: readonly (readonly [JsonType, readonly string[]])[] = [
  ["object", ["properties"]],
  ["array", ["items"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function guessType(parts: readonly Part[]): JsonType | undefined {
  const told = TELLING.filter(([, keywords]) => hasKeyword(parts, keywords));
  return told.length === 1 ? told[0]?.[0] : undefined;
}

function readTextKind(parts: readonly Part[]): SchemaKind {
  const formats = new Set(readKeyword(parts, "format"));
  const format = formats.size > 1 ? undefined : readText(parts, "format");
  return format === "date" || format === "time" || format === "date-time" ? format : "text";
}
