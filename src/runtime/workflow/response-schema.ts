import { createRequire } from "node:module";
import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
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
const MAX_SCHEMA_DEPTH = 64;
const MAX_ANSWER_DEPTH = 200;
const MAX_COMPILED = 64;
const MAX_PROBLEMS = 50;
const COMPILE_LIMIT_MS = 2_000;
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
 * would name; at most 50 follow. An answer that cannot be checked, or not in time, does not fit.
 */
export function validateResponse(schema: JsonObject, value: JsonValue): AnswerProblem[] {
  const compiled = findCompiled(schema);
  // Also keeps a recursive schema away from the end of the stack.
  if (!isShallow(value, MAX_ANSWER_DEPTH)) return [{ path: "/", message: "is nested too deeply" }];
  const answer = toPlainNumbers(value);
  try {
    const first = callWithin(VALIDATE_LIMIT_MS, () => problemsOf(compiled.first, answer))[0];
    if (first === undefined) return [];
    compiled.all ??= compile("all", compiled.schema).validate;
    const { all } = compiled;
    return [
      first,
      ...others(
        callWithin(VALIDATE_LIMIT_MS, () => problemsOf(all, answer)),
        first,
      ),
    ];
  } catch (thrown) {
    if (thrown instanceof TimeLimitError) return [{ path: "/", message: "takes too long to check; shorten it" }];
    // The validator trips over members named like those of every object (`toString`): what it cannot check does not fit.
    return [{ path: "/", message: "cannot be checked; leave out members named toString or valueOf" }];
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
  if (!isShallow(schema, MAX_SCHEMA_DEPTH))
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

function compileNew(schema: JsonObject): CachedSchema {
  if (ownMember(schema, "$async") !== undefined) throw schemaError("$async is not supported; remove it");
  const plain = toPlainNumbers(schema) as JsonObject; // an object stays an object
  const { validate, warnings } = compile("first", plain);
  return { schema: plain, first: validate, warnings };
}

/** A validator that stops at the first problem, and one that finds all. */
type Mode = "first" | "all";

/** The library's part of the work: a compiler that keeps nothing of what it compiled. */
interface Compiler {
  readonly ajv: Ajv;
  /** What it knew when it was new; anything else is from a schema and would meet the next one with the same `$id`. */
  readonly ownReferences: ReadonlySet<string>;
  warnings: Set<string>;
}

const compilers = new Map<Mode, Compiler>();

function compile(mode: Mode, schema: JsonObject): { validate: ValidateFunction; warnings: readonly string[] } {
  const compiler = compilers.get(mode) ?? createCompiler(mode);
  compilers.set(mode, compiler);
  compiler.warnings = new Set();
  try {
    const validate = callWithin(COMPILE_LIMIT_MS, () => compiler.ajv.compile(schema));
    return { validate, warnings: [...compiler.warnings] };
  } catch (thrown) {
    if (!(thrown instanceof TimeLimitError)) throw schemaError(messageOf(thrown), thrown);
    // It was interrupted anywhere: what it left behind is not used again.
    compilers.delete(mode);
    throw schemaError("takes too long to compile; simplify it", thrown);
  } finally {
    forget(compiler, schema);
  }
}

function forget({ ajv, ownReferences }: Compiler, schema: JsonObject): void {
  ajv.removeSchema(schema);
  for (const table of [ajv.refs, ajv.schemas]) {
    for (const id of Object.keys(table)) if (!ownReferences.has(id)) delete table[id];
  }
}

function createCompiler(mode: Mode): Compiler {
  const { Validator, addFormats } = loadLibrary();
  const note = (...words: readonly unknown[]): void => {
    compiler.warnings.add(words.map(String).join(" "));
  };
  const ajv = new Validator({
    strict: false,
    allErrors: mode === "all",
    // `required: [constructor]` asks for a member of the answer itself.
    ownProperties: true,
    logger: { log: note, warn: note, error: note },
  });
  addFormats(ajv);
  const ownReferences = new Set([...Object.keys(ajv.refs), ...Object.keys(ajv.schemas)]);
  const compiler: Compiler = { ajv, ownReferences, warnings: new Set() };
  return compiler;
}

/** The validator is loaded with the first schema, not with the program. It is CommonJS, so nobody need wait for it. */
function loadLibrary(): { readonly Validator: typeof Ajv; readonly addFormats: (ajv: Ajv) => void } {
  const require = createRequire(import.meta.url);
  const { Ajv: Validator } = require("ajv") as typeof import("ajv");
  const { default: addFormats } = require("ajv-formats") as typeof import("ajv-formats");
  return { Validator, addFormats: (ajv) => void addFormats.default(ajv) };
}

function problemsOf(validate: ValidateFunction, answer: unknown): AnswerProblem[] {
  if (validate(answer)) return [];
  return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(describe);
}

function describe(error: ErrorObject): AnswerProblem {
  return { path: error.instancePath === "" ? "/" : error.instancePath, message: error.message ?? "is invalid" };
}

function others(problems: readonly AnswerProblem[], first: AnswerProblem): AnswerProblem[] {
  return problems.filter(({ path, message }) => path !== first.path || message !== first.message);
}

function isShallow(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values<JsonValue>(value).every((member) => isShallow(member, levels - 1));
}

function schemaError(text: string, cause?: unknown): LobsterError {
  return new LobsterError("invalid_workflow", text, cause === undefined ? {} : { cause });
}
