import { isJsonObject, type JsonValue } from "../json.ts";
import { messageOf } from "../errors.ts";
import { parseJson, stableStringify } from "../stable-json.ts";
import { callWithin } from "./bounded-call.ts";
import type { ArgDefinition, ArgType } from "./definition.ts";

/** Text that became an argument's value, or why it cannot. */
export type ConvertedArgument =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string; readonly fault: ValueFault };

/** What keeps a value from being an argument's, as facts; the value itself is not among them. */
export type ValueFault =
  | { readonly kind: "type"; readonly type: ArgType }
  /** `isCut`: there are more choices than these. */
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly isCut: boolean }
  | { readonly kind: "pattern"; readonly pattern: string }
  /** The pattern takes too long on this value. */
  | { readonly kind: "unchecked"; readonly pattern: string };

/**
 * Converts what a person typed to an argument's declared type, `string` unless the file says otherwise. Numbers, lists and
 * objects are written as in JSON; booleans as true, false, yes, no, on, off, 1 or 0.
 */
export function convertArgument(arg: ArgDefinition, text: string): ConvertedArgument {
  const value = readText(arg.type, text);
  if (value === undefined) return refuse(arg, { kind: "type", type: arg.type });
  const fault = findMismatch(arg.type, value) ?? findValueFault(arg, value);
  return fault === undefined ? { ok: true, value } : refuse(arg, fault);
}

/**
 * What keeps a value from being this argument's, said without the value; undefined when it fits. The type counts only
 * where the file names one.
 */
export function findValueProblem(arg: ArgDefinition, value: JsonValue): string | undefined {
  const fault = findValueFault(arg, value);
  return fault === undefined ? undefined : describeFault(fault);
}

function refuse({ name }: ArgDefinition, fault: ValueFault): ConvertedArgument {
  return { ok: false, message: `${name} ${describeFault(fault)}`, fault };
}

function findValueFault(arg: ArgDefinition, value: JsonValue): ValueFault | undefined {
  return (
    (arg.typed ? findMismatch(arg.type, value) : undefined) ?? findChoiceFault(arg, value) ?? findMatchFault(arg, value)
  );
}

function describeFault(fault: ValueFault): string {
  switch (fault.kind) {
    case "type":
      return `must be ${TYPE_WORDS[fault.type]}`;
    case "choice":
      return `must be one of ${fault.choices.join(", ")}${fault.isCut ? ", …" : ""}`;
    case "pattern":
      return `must match ${fault.pattern}`;
    case "unchecked":
      return `cannot be checked against ${fault.pattern} in time; shorten it`;
  }
}

/** Why a pattern cannot be used, or undefined. */
export function findPatternFault(pattern: string): string | undefined {
  try {
    callWithin(PATTERN_LIMIT_MS, () => new RegExp(pattern, "u").test(""));
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

const PATTERN_LIMIT_MS = 200;

const TYPE_WORDS: Readonly<Record<ArgType, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function findMismatch(type: ArgType, value: JsonValue): ValueFault | undefined {
  return hasType(type, value) ? undefined : { kind: "type", type };
}

function hasType(type: ArgType, value: JsonValue): boolean {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type;
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
  }
}

function findChoiceFault(arg: ArgDefinition, value: JsonValue): ValueFault | undefined {
  if (arg.enum === undefined) return undefined;
  const choices = arg.enum.map((choice) => stableStringify(choice));
  if (choices.includes(stableStringify(value))) return undefined;
  const shown = arg.enum
    .slice(0, MAX_SHOWN)
    .map((choice, index) => (typeof choice === "string" ? choice : (choices[index] ?? "")));
  return { kind: "choice", choices: shown, isCut: arg.enum.length > MAX_SHOWN };
}

const MAX_SHOWN = 20;

/** As in JSON Schema, a pattern is searched for: `^` and `$` tie it to the ends. It counts for text only. */
function findMatchFault(arg: ArgDefinition, value: JsonValue): ValueFault | undefined {
  const { pattern } = arg;
  if (pattern === undefined || typeof value !== "string") return undefined;
  try {
    const fits = callWithin(PATTERN_LIMIT_MS, () => new RegExp(pattern, "u").test(value));
    return fits ? undefined : { kind: "pattern", pattern };
  } catch {
    return { kind: "unchecked", pattern };
  }
}

function readText(type: ArgType, text: string): JsonValue | undefined {
  if (type === "string") return text;
  const trimmed = text.trim();
  if (type === "boolean") return TRUTH.get(trimmed.toLowerCase());
  try {
    return parseJson(trimmed);
  } catch {
    return undefined;
  }
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);
