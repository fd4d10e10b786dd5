import type { Path, Problem } from "../errors/problem.ts";
import { lengthOf } from "../rules/length.ts";
import { isWire } from "../../shared/wire.ts";
import { hasTakenScheme, isFormat } from "./is-format.ts";
import { isOfType } from "./is-of-type.ts";
import { missing, wrongChoice, wrongLength, wrongSize, wrongType, wrongUnionType } from "./problem-words.ts";
import { readSchema, resolveNode, typesOf } from "./read-schema.ts";
import type { SchemaNode } from "./read-schema.ts";

/** What checking a value found. `unknown` are members that say something and that Discord passes over. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly unknown: readonly Path[];
}

/**
 * Checks a value against a named part of the official description. Nothing is compiled, so the first check costs no more
 * than the others. `lenient` reads as Discord reads requests (see isOfType).
 */
export function checkValue(name: string, value: unknown, options: { readonly lenient: boolean }): Findings {
  return check({ ...options, path: [] }, readSchema(name), value);
}

interface Place {
  readonly lenient: boolean;
  readonly path: Path;
}

const FINE: Findings = { problems: [], unknown: [] };

function check(place: Place, given: SchemaNode, value: unknown): Findings {
  const node = resolveNode(given);
  if (node.not !== undefined) return fail(place, "PEER_UNSUPPORTED", "The test peer does not know this field");
  if (node.anyOf !== undefined) return checkUnion(place, node.anyOf, value);
  if (!typesOf(node).some((type) => isOfType(type, value, node, place.lenient))) {
    return one(wrongType(place.path, node, value));
  }
  if (value === null) return FINE;
  if (node.enum !== undefined && !isOneOf(node.enum, value)) return one(wrongChoice(place.path, node.enum));
  if (Array.isArray(value)) return checkList(place, node, value);
  if (isWire(value)) return checkObject(place, node, value);
  if (typeof value === "string" && typesOf(node).includes("string")) return checkText(place, node, value);
  return typeof value === "boolean" ? FINE : checkNumber(place, node, Number(value));
}

function checkText(place: Place, node: SchemaNode, value: string): Findings {
  const length = lengthOf(value);
  if (!isWithin(length, node.minLength, node.maxLength)) {
    return one(wrongLength(place.path, node.minLength, node.maxLength));
  }
  if (node.pattern !== undefined && !new RegExp(node.pattern, "u").test(value)) {
    return fail(place, "NUMBER_TYPE_COERCE", `Value ${JSON.stringify(value).slice(0, 100)} is not snowflake.`);
  }
  if (isFormat(node.format, value)) {
    if (node.format !== "uri" || !place.lenient || hasTakenScheme(value)) return FINE;
    return fail(place, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').");
  }
  return node.format === "uri"
    ? fail(place, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    : fail(place, "DATETIME_TYPE_PARSE", `Could not parse ${JSON.stringify(value).slice(0, 100)}.`);
}

function checkNumber(place: Place, node: SchemaNode, value: number): Findings {
  return isWithin(value, node.minimum, node.maximum) ? FINE : one(wrongSize(place.path, value, node));
}

function checkList(place: Place, node: SchemaNode, value: readonly unknown[]): Findings {
  if (!isWithin(value.length, node.minItems, node.maxItems)) {
    return one(wrongLength(place.path, node.minItems, node.maxItems));
  }
  const { items } = node;
  const findings = value.map((item, index) => (items === undefined ? FINE : check(inside(place, index), items, item)));
  return node.uniqueItems === true ? join([...findings, ...findRepeats(place, value)]) : join(findings);
}

function findRepeats(place: Place, value: readonly unknown[]): readonly Findings[] {
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const key = JSON.stringify(item);
    const isRepeat = seen.has(key);
    seen.add(key);
    const message = "The set already contains this value";
    return isRepeat ? [fail(inside(place, index), "SET_TYPE_ALREADY_CONTAINS_VALUE", message)] : [];
  });
}

function checkObject(place: Place, node: SchemaNode, value: Readonly<Record<string, unknown>>): Findings {
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  const absent = (node.required ?? []).filter((name) => !names.includes(name));
  if (node.maxProperties !== undefined && names.length > node.maxProperties) {
    return one(wrongLength(place.path, undefined, node.maxProperties));
  }
  return join([
    { problems: absent.map((name) => missing([...place.path, name])), unknown: [] },
    ...names.map((name) => checkMember(place, node, name, value[name])),
  ]);
}

function checkMember(place: Place, node: SchemaNode, name: string, value: unknown): Findings {
  const known = node.properties ?? {};
  const schema = Object.hasOwn(known, name) ? known[name] : node.additionalProperties;
  if (schema !== undefined) return check(inside(place, name), schema, value);
  // Clients send null and false for what they leave alone.
  const saysNothing = value === null || value === false;
  return saysNothing ? FINE : { problems: [], unknown: [[...place.path, name]] };
}

/**
 * Objects are told apart by their `type` where every form has one; otherwise the form with the fewest problems counts, of
 * those with the right type when there are such.
 */
function checkUnion(place: Place, forms: readonly SchemaNode[], value: unknown): Findings {
  const nodes = forms.map(resolveNode);
  if (value === null && nodes.some((node) => typesOf(node).includes("null"))) return FINE;
  const rest = nodes.filter((node) => typesOf(node).length !== 1 || typesOf(node)[0] !== "null");
  const tags = rest.map(tagsOf);
  if (rest.length > 1 && isWire(value) && tags.every((choices) => choices.length > 0)) {
    const tag = Object.hasOwn(value, "type") ? value["type"] : undefined;
    if (tag === undefined) return one(missing([...place.path, "type"]));
    const chosen = rest.find((_, index) => isOneOf(tags[index] ?? [], tag));
    return chosen === undefined ? one(wrongUnionType(place.path, tags.flat())) : check(place, chosen, value);
  }
  const fitting = rest.filter((node) => typesOf(node).some((type) => isOfType(type, value, node, place.lenient)));
  const tried = (fitting.length > 0 ? fitting : rest).map((node) => check(place, node, value));
  return tried.toSorted((a, b) => a.problems.length - b.problems.length)[0] ?? FINE;
}

function tagsOf(node: SchemaNode): readonly (string | number)[] {
  const tag = node.properties?.["type"];
  return tag === undefined ? [] : (resolveNode(tag).enum ?? []);
}

function isOneOf(choices: readonly (string | number)[], value: unknown): boolean {
  return choices.some((choice) => choice === value);
}

function isWithin(value: number, min: number | undefined, max: number | undefined): boolean {
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function inside(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key] };
}

function join(findings: readonly Findings[]): Findings {
  const some = findings.filter((each) => each !== FINE);
  if (some.length === 0) return FINE;
  return {
    problems: some.flatMap(({ problems }) => problems),
    unknown: some.flatMap(({ unknown }) => unknown),
  };
}

function one(problem: Problem): Findings {
  return { problems: [problem], unknown: [] };
}

function fail(place: Place, code: string, message: string): Findings {
  return one({ path: place.path, code, message });
}
