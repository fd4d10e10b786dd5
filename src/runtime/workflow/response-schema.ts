import type { ErrorObject, ValidateFunction } from "ajv";
import { ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { isNestedWithin, stableStringify } from "../stable-json.ts";
import { callWithin, TimeLimitError } from "./bounded-call.ts";
import { readFault, type AnswerFault } from "./response-schema/answer-fault.ts";
import { compileSchema, schemaError, type Mode } from "./response-schema/compiler.ts";
import { holdsLargeInteger, toValidatorValue } from "./response-schema/exact-numbers.ts";

/** What is wrong with an answer: where (a JSON Pointer, `/` for the whole answer) and what, in the validator's words. */
export interface AnswerProblem {
  readonly path: string;
  readonly message: string;
}

/** The same with what is wrong as facts too, where the facts say all of it. */
export interface ExplainedProblem extends AnswerProblem {
  readonly fault?: AnswerFault;
}

export type { AnswerFault, Comparison, JsonType } from "./response-schema/answer-fault.ts";

/** A schema that compiles. `warnings` names what it asks for that is not checked, such as an unknown format. */
export interface CompiledSchema {
  readonly warnings: readonly string[];
}

const MAX_SCHEMA_CHARACTERS = 65_536;
const MAX_SCHEMA_DEPTH = 64;
const MAX_ANSWER_DEPTH = 200;
const MAX_COMPILED = 64;
const MAX_PROBLEMS = 50;
const VALIDATE_LIMIT_MS = 250;

/**
 * Compiles the JSON Schema of an input step (draft 7, formats included). Schemas are not trusted: their size, depth and
 * the time they take are limited, and a `$ref` never leaves the schema. Throws `invalid_workflow` with the validator's text.
 */
export function compileResponseSchema(schema: JsonObject): CompiledSchema {
  return findCompiled(schema);
}

/**
 * What is wrong with an answer; nothing when it fits. The first problem is the one a validator that stops at the first
 * would name; at most 50 follow. Integers beyond 2^53 are compared to the last digit. An answer that cannot be checked, or
 * not in time, does not fit.
 */
export function validateResponse(schema: JsonObject, value: JsonValue): AnswerProblem[] {
  return explainResponse(schema, value).map(({ path, message }) => ({ path, message }));
}

/** The same problems with their facts, for front ends that say them in the language of whoever answered. */
export function explainResponse(schema: JsonObject, value: JsonValue): ExplainedProblem[] {
  const compiled = findCompiled(schema);
  // Also keeps a recursive schema away from the end of the stack.
  if (!isNestedWithin(MAX_ANSWER_DEPTH, value)) return [whole("is nested too deeply", "too_deep")];
  const exact = compiled.exact || holdsLargeInteger(value);
  try {
    const [first] = findProblems(compiled, { all: false, exact }, value);
    if (first === undefined) return [];
    return [first, ...others(findProblems(compiled, { all: true, exact }, value), first)];
  } catch (thrown) {
    if (thrown instanceof TimeLimitError) return [whole("takes too long to check; shorten it", "too_slow")];
    // The validator trips over members named like those of every object (`toString`): what it cannot check does not fit.
    return [whole("cannot be checked; leave out members named toString or valueOf", "unchecked")];
  }
}

function whole(message: string, kind: "too_deep" | "too_slow" | "unchecked"): ExplainedProblem {
  return { path: "/", message, fault: { kind } };
}

interface CachedSchema extends CompiledSchema {
  /** As the validator takes it. */
  readonly schema: JsonObject;
  /** It names integers beyond 2^53. */
  readonly exact: boolean;
  readonly validators: Map<string, ValidateFunction>;
}

/** By stable JSON, the least recently used first. */
const cache = new Map<string, CachedSchema>();

function findCompiled(schema: JsonObject): CachedSchema {
  if (!isNestedWithin(MAX_SCHEMA_DEPTH, schema))
    throw schemaError(`schema is nested more than ${MAX_SCHEMA_DEPTH} levels deep`);
  const key = stableStringify(schema);
  if (key.length > MAX_SCHEMA_CHARACTERS) {
    throw schemaError(`schema is larger than ${MAX_SCHEMA_CHARACTERS} characters`);
  }
  const entry = cache.get(key) ?? compileNew(schema);
  cache.delete(key);
  cache.set(key, entry);
  const [oldest] = cache.keys();
  if (cache.size > MAX_COMPILED && oldest !== undefined) cache.delete(oldest);
  return entry;
}

function compileNew(original: JsonObject): CachedSchema {
  if (ownMember(original, "$async") !== undefined) throw schemaError("$async is not supported; remove it");
  const schema = toValidatorValue(original) as JsonObject; // an object stays an object
  const exact = holdsLargeInteger(original);
  const mode = { all: false, exact };
  const { validate, warnings } = compileSchema(schema, mode);
  return { schema, exact, warnings, validators: new Map([[nameMode(mode), validate]]) };
}

function findProblems({ schema, validators }: CachedSchema, mode: Mode, answer: JsonValue): ExplainedProblem[] {
  const name = nameMode(mode);
  const validate = validators.get(name) ?? compileSchema(schema, mode).validate;
  validators.set(name, validate);
  // The answer stands in a list of its own, so that a number alone has a place too.
  const parentData = toValidatorValue([answer]) as JsonValue[]; // a list stays a list
  const place = { instancePath: "", parentData, parentDataProperty: 0, rootData: parentData, dynamicAnchors: {} };
  return callWithin(VALIDATE_LIMIT_MS, () =>
    validate(parentData[0], place) ? [] : (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(describe),
  );
}

function nameMode({ all, exact }: Mode): string {
  return `${all ? "all" : "first"}${exact ? ", exact" : ""}`;
}

function describe(error: ErrorObject): ExplainedProblem {
  const fault = readFault(error);
  const path = error.instancePath === "" ? "/" : error.instancePath;
  return { path, message: error.message ?? "is invalid", ...(fault === undefined ? {} : { fault }) };
}

function others(problems: readonly ExplainedProblem[], first: AnswerProblem): ExplainedProblem[] {
  return problems.filter(({ path, message }) => path !== first.path || message !== first.message);
}
