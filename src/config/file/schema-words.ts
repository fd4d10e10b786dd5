import type { ErrorObject } from "ajv";
import { findNearestName } from "../nearest-name.ts";
import { describePath, type Finding, type Path } from "./finding.ts";

/** A validation error with where it is and, for a number, its digits as written. */
export interface SchemaError {
  readonly error: ErrorObject;
  readonly path: Path;
  readonly source: string | undefined;
}

/**
 * Puts a validation error into words. What to do comes from the `description` in the schema. Values are described,
 * not repeated, for a token may have been pasted into the wrong place; only digits of numbers are shown.
 */
export function explainSchemaError(failure: SchemaError): Finding {
  const { error, path } = failure;
  const rule = RULES.get(error.keyword) ?? invalid;
  return {
    path,
    part: "value",
    fix: readText(error.parentSchema, "description") ?? "",
    ...rule(failure, describePath(path)),
  };
}

type Rule = (failure: SchemaError, where: string) => Partial<Finding> & { readonly what: string };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["additionalProperties", unknownKey],
  [
    "required",
    ({ error }, where) => ({ what: `${where} has no ${readText(error.params, "missingProperty") ?? "key"}` }),
  ],
  ["dependencies", (_, where) => ({ what: `${where} has a topic, which only Telegram groups have` })],
  ["oneOf", (_, where) => ({ what: `${where} must name one conversation` })],
  ["type", wrongType],
  ["enum", (_, where) => ({ what: `${where} is not one of the values it may have` })],
  ["pattern", wrongPattern],
  ["minimum", ({ source }, where) => ({ what: `${where} is ${source ?? "a number"}, which is too small` })],
  ["maximum", tooLarge],
  ["minLength", (_, where) => ({ what: `${where} is empty` })],
  ["maxLength", (_, where) => ({ what: `${where} is too long` })],
  ["minItems", (_, where) => ({ what: `${where} is an empty list`, fix: "Name at least one, or remove the key." })],
  ["uniqueItems", repeated],
]);

function invalid({ error }: SchemaError, where: string): { readonly what: string } {
  return { what: `${where} ${error.message ?? "is not valid"}` };
}

const REMOVE_UNKNOWN = "Remove it; lobster.config.schema.json names every key there is.";

function unknownKey({ error, path }: SchemaError): Partial<Finding> & { readonly what: string } {
  const key = readText(error.params, "additionalProperty") ?? "";
  const properties = readMember(error.parentSchema, "properties");
  const known = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const nearest = findNearestName(key, known);
  return {
    path: [...path, key],
    part: "key",
    what: `${describePath([...path, key])} is an unknown key`,
    fix: nearest === undefined ? `${REMOVE_UNKNOWN} Known here: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  };
}

function wrongType({ error, source }: SchemaError, where: string): { readonly what: string; readonly fix?: string } {
  const expected = [readMember(error.params, "type")].flat().map(String);
  const names = expected.map((type) => TYPE_NAMES.get(type) ?? type).join(" or ");
  if (source === undefined || !expected.includes("string")) {
    return { what: `${where} must be ${names}, found ${describeValue(error.data)}` };
  }
  const loses = Number.isSafeInteger(error.data) ? "" : ", and YAML numbers beyond 2^53 lose digits";
  return {
    what: `${where} is the number ${source}, but must be ${names}${loses}`,
    fix: `Write it in quotes: "${source}".`,
  };
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ["object", "a mapping"],
  ["array", "a list"],
  ["string", "a text"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
]);

function describeValue(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? String(value) : (FOUND_NAMES.get(typeof value) ?? typeof value);
}

const FOUND_NAMES: ReadonlyMap<string, string> = new Map([
  ["object", "a mapping"],
  ["string", "a text"],
  ["number", "a number"],
]);

function wrongPattern({ error }: SchemaError, where: string): Partial<Finding> & { readonly what: string } {
  if (error.propertyName === undefined) return { what: `${where} has a form that is not allowed here` };
  const path = [...readPathOf(error), error.propertyName];
  return { path, part: "key", what: `${describePath(path)} is not a name that is allowed here` };
}

/** The path of the map whose key is wrong: only the map of workflows has free keys. */
function readPathOf(error: ErrorObject): Path {
  return error.instancePath.split("/").slice(1);
}

function tooLarge({ error, source }: SchemaError, where: string): { readonly what: string } {
  const loses = Number.isSafeInteger(error.data) ? "" : "; numbers beyond 2^53 lose digits, and no id is that large";
  return { what: `${where} is ${source ?? "a number"}, which is too large${loses}` };
}

function repeated({ error, path }: SchemaError, where: string): Partial<Finding> & { readonly what: string } {
  const [first, second] = [readMember(error.params, "i"), readMember(error.params, "j")]
    .map(Number)
    .toSorted((a, b) => a - b);
  return {
    path: second === undefined ? path : [...path, second],
    what: `${where} has the same entry twice (entries ${Number(first) + 1} and ${Number(second) + 1})`,
    fix: "Remove one of them.",
  };
}

function readMember(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null) return undefined;
  return Object.entries(holder).find(([key]) => key === name)?.[1];
}

function readText(holder: unknown, name: string): string | undefined {
  const value = readMember(holder, name);
  return typeof value === "string" ? value : undefined;
}
