import { createRequire } from "node:module";
import type { Ajv, ValidateFunction } from "ajv";
import { LobsterError, messageOf } from "../../errors.ts";
import type { JsonObject } from "../../json.ts";
import { callWithin, TimeLimitError } from "../bounded-call.ts";
import { addExactKeywords } from "./exact-keywords.ts";

/** How a validator works. */
export interface Mode {
  /** Finds all problems instead of stopping at the first. */
  readonly all: boolean;
  /** Compares integers beyond 2^53 to the last digit: slower, and needed only where there are some. */
  readonly exact: boolean;
}

/** A validator, and what the schema asks for that it does not check. */
export interface CompiledValidator {
  readonly validate: ValidateFunction;
  readonly warnings: readonly string[];
}

const COMPILE_LIMIT_MS = 2_000;

/** Compiles a schema of ordinary numbers. Throws `invalid_workflow` with the validator's text. */
export function compileSchema(schema: JsonObject, mode: Mode): CompiledValidator {
  const key = `${mode.all}/${mode.exact}`;
  const compiler = compilers.get(key) ?? createCompiler(mode);
  compilers.set(key, compiler);
  compiler.warnings = new Set();
  try {
    const validate = callWithin(COMPILE_LIMIT_MS, () => compiler.ajv.compile(schema));
    return { validate, warnings: [...compiler.warnings] };
  } catch (thrown) {
    if (!(thrown instanceof TimeLimitError)) throw schemaError(messageOf(thrown), thrown);
    // It was interrupted anywhere: what it left behind is not used again.
    compilers.delete(key);
    throw schemaError("takes too long to compile; simplify it", thrown);
  } finally {
    forget(compiler, schema);
  }
}

/** A schema that cannot be used, `invalid_workflow`. */
export function schemaError(text: string, cause?: unknown): LobsterError {
  return new LobsterError("invalid_workflow", text, cause === undefined ? {} : { cause });
}

/** The library's part of the work: a compiler that keeps nothing of what it compiled. */
interface Compiler {
  readonly ajv: Ajv;
  /** What it knew when it was new; anything else is from a schema and would meet the next one with the same `$id`. */
  readonly ownReferences: ReadonlySet<string>;
  warnings: Set<string>;
}

const compilers = new Map<string, Compiler>();

function forget({ ajv, ownReferences }: Compiler, schema: JsonObject): void {
  ajv.removeSchema(schema);
  for (const table of [ajv.refs, ajv.schemas]) {
    for (const id of Object.keys(table)) if (!ownReferences.has(id)) delete table[id];
  }
}

function createCompiler({ all, exact }: Mode): Compiler {
  const { Validator, addFormats } = loadLibrary();
  const note = (...words: readonly unknown[]): void => {
    compiler.warnings.add(words.map(String).join(" "));
  };
  const ajv = new Validator({
    strict: false,
    allErrors: all,
    // `required: [constructor]` asks for a member of the answer itself.
    ownProperties: true,
    logger: { log: note, warn: note, error: note },
  });
  addFormats(ajv);
  if (exact) addExactKeywords(ajv);
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
