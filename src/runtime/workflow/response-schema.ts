import { createRequire } from "node:module";
import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import { LobsterError, messageOf } from "../errors.ts";
import { ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { stableStringify, toPlainNumbers } from "../stable-json.ts";
import { callWithin, TimeLimitError } from "./bounded-call.ts";

/** What is wrong with an answer: where (a JSON Pointer, `/` for the whole answer) and what, in the validator's words. */
export interface AnswerProblem {
  readonly path: string;
  readonly message: string;
}

/** A schema that compiles. `warnings` names what it asks for that is not checked, such as an unknown format. */
export interface CompiledSchema {
  readonly warnings: readonly string[];
}

const MAX_SCHEMA_CHARACTERS = 65_536;
const MAX_DEPTH = 64;
const MAX_COMPILED = 64;
const MAX_PROBLEMS = 50;
const COMPILE_LIMIT_MS = 2_000;
const VALIDATE_LIMIT_MS = 500;

/**
 * Compiles the JSON Schema of an input step (draft 7, formats included). Schemas are not trusted: their size, depth and
 * the time they take are limited, and a `$ref` never leaves the schema. Throws `invalid_workflow` with the validator's text.
 */
export function compileResponseSchema(schema: JsonObject): CompiledSchema {
  return findCompiled(schema);
}

/**
 * What is wrong with an answer; nothing when it fits. The first problem is the one a validator that stops at the first
 * would name; at most 50 follow. An answer that cannot be checked in time does not fit.
 */
export function validateResponse(schema: JsonObject, value: JsonValue): AnswerProblem[] {
  const compiled = findCompiled(schema);
  try {
    const answer = toPlainNumbers(value);
    const first = callWithin(VALIDATE_LIMIT_MS, () => problemsOf(compiled.first, answer))[0];
    if (first === undefined) return [];
    compiled.all ??= compile("all", compiled.schema).validate;
    const { all } = compiled;
    return [first, ...others(callWithin(VALIDATE_LIMIT_MS, () => problemsOf(all, answer)), first)];
  } catch (thrown) {
    if (thrown instanceof TimeLimitError) return [{ path: "/", message: "takes too long to check; shorten it" }];
    if (thrown instanceof RangeError) return [{ path: "/", message: "is nested too deeply" }];
    throw thrown;
  }
}

interface CachedSchema extends CompiledSchema {
  readonly schema: JsonObject;
  readonly first: ValidateFunction;
  all?: ValidateFunction;
}

/** By stable JSON, the least recently used first. */
const cache = new Map<string, CachedSchema>();

function findCompiled(schema: JsonObject): CachedSchema {
  assertDepth(schema, 0);
  const key = stableStringify(schema);
  if (key.length > MAX_SCHEMA_CHARACTERS) {
    throw schemaError(`schema is larger than ${MAX_SCHEMA_CHARACTERS} characters`);
  }
  const known = cache.get(key);
  cache.delete(key);
  const entry = known ?? compileNew(schema);
  cache.set(key, entry);
  if (cache.size > MAX_COMPILED) forgetOldest();
  return entry;
}

function compileNew(schema: JsonObject): CachedSchema {
  if (ownMember(schema, "$async") !== undefined) throw schemaError("$async is not supported; remove it");
  const plain = toPlainNumbers(schema) as JsonObject; // an object stays an object
  const { validate, warnings } = compile("first", plain);
  return { schema: plain, first: validate, warnings };
}

function forgetOldest(): void {
  const oldest = cache.entries().next().value;
  if (oldest === undefined) return;
  const [key, { schema }] = oldest;
  cache.delete(key);
  for (const validator of validators.values()) validator.removeSchema(schema);
}

type Mode = "first" | "all";

const validators = new Map<Mode, Ajv>();
let warnings: string[] = [];

function compile(mode: Mode, schema: JsonObject): { validate: ValidateFunction; warnings: readonly string[] } {
  const validator = validators.get(mode) ?? createValidator(mode);
  validators.set(mode, validator);
  warnings = [];
  try {
    const validate = callWithin(COMPILE_LIMIT_MS, () => validator.compile(schema));
    return { validate, warnings };
  } catch (thrown) {
    if (thrown instanceof TimeLimitError) {
      // It was interrupted anywhere: what it left behind is not used again.
      validators.delete(mode);
      throw schemaError("takes too long to compile; simplify it", thrown);
    }
    validator.removeSchema(schema);
    throw schemaError(messageOf(thrown), thrown);
  }
}

function createValidator(mode: Mode): Ajv {
  const options: Options = {
    strict: false,
    allErrors: mode === "all",
    // `required: [constructor]` asks for a member of the answer itself.
    ownProperties: true,
    // Two questions may use the same `$id`.
    addUsedSchema: false,
    logger: { log: noteWarning, warn: noteWarning, error: noteWarning },
  };
  const { Ajv, addFormats } = loadLibrary();
  return addFormats(new Ajv(options));
}

/** The validator is loaded with the first schema, not with the program. It is CommonJS, so this need not wait. */
function loadLibrary(): { readonly Ajv: typeof Ajv; readonly addFormats: (validator: Ajv) => Ajv } {
  const require = createRequire(import.meta.url);
  const { Ajv: Validator } = require("ajv") as typeof import("ajv");
  const { default: addFormats } = require("ajv-formats") as typeof import("ajv-formats");
  return { Ajv: Validator, addFormats: (validator) => addFormats.default(validator) };
}

function noteWarning(...words: readonly unknown[]): void {
  warnings.push(words.map(String).join(" "));
}

function problemsOf(validate: ValidateFunction, answer: unknown): AnswerProblem[] {
  if (validate(answer) === true) return [];
  return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(describe);
}

function describe(error: ErrorObject): AnswerProblem {
  return { path: error.instancePath === "" ? "/" : error.instancePath, message: error.message ?? "is invalid" };
}

function others(problems: readonly AnswerProblem[], first: AnswerProblem): AnswerProblem[] {
  return problems.filter(({ path, message }) => path !== first.path || message !== first.message);
}

function assertDepth(value: JsonValue, depth: number): void {
  if (depth > MAX_DEPTH) throw schemaError(`schema is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values<JsonValue>(value)) assertDepth(member, depth + 1);
}

function schemaError(text: string, cause?: unknown): LobsterError {
  return new LobsterError("invalid_workflow", text, cause === undefined ? {} : { cause });
}
