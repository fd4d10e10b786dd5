import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { tryParseJson } from "../../stable-json.ts";
import { usageError } from "../stage-error.ts";
import type { Flag } from "./flag.ts";

/** Optional parts of an option's declaration. */
export interface FlagOptions {
  readonly aliases?: readonly string[];
  /** The whole message for a value that does not fit, where a known wording is kept. */
  readonly invalid?: string | ((text: string) => string);
}

/** Bounds of a number, both included. */
export interface NumberOptions extends FlagOptions {
  readonly min?: number;
  readonly max?: number;
}

/** An option that takes any text, empty text included. */
export function takesText(description: string, options: FlagOptions = {}): Flag<string> {
  return declare(description, options, {
    schema: { type: "string" },
    expected: "text",
    read: (text) => ({ value: text }),
  });
}

/** An option that takes one of a few words, in any letter case. */
export function takesOneOf<const T extends string>(
  description: string,
  words: readonly T[],
  options: FlagOptions = {},
): Flag<T> {
  return declare(description, options, {
    schema: { type: "string", enum: [...words] },
    expected: `one of ${words.join(", ")}`,
    read: (text) => {
      const value = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
      return value === undefined ? undefined : { value };
    },
  });
}

/** An option that takes a finite decimal number. */
export function takesNumber(description: string, options: NumberOptions = {}): Flag<number> {
  return declare(description, options, {
    schema: { type: "number", ...boundsSchema(options) },
    expected: `a number${describeBounds(options)}`,
    read: (text) => within(text.trim() === "" ? Number.NaN : Number(text), options),
  });
}

/** An option that takes a whole number. */
export function takesWhole(description: string, options: NumberOptions = {}): Flag<number> {
  return declare(description, options, {
    schema: { type: "integer", ...boundsSchema(options) },
    expected: `a whole number${describeBounds(options)}`,
    read: (text) => {
      const value = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
      return Number.isSafeInteger(value) ? within(value, options) : undefined;
    },
  });
}

/** A switch: alone it is true; `=true`, `=false`, `=yes`, `=no`, `=1`, `=0` say it explicitly, in any letter case. */
export function takesNothing(description: string, options: FlagOptions = {}): Flag<boolean> {
  const declared = declare(description, options, {
    schema: { type: "boolean" },
    expected: "true or false",
    read: (text) => {
      const value = TRUTH.get(text.trim().toLowerCase());
      return value === undefined ? undefined : { value };
    },
  });
  return { ...declared, isSwitch: true };
}

/** An option that takes any JSON value. */
export function takesJson(description: string, options: FlagOptions = {}): Flag<JsonValue> {
  return declare(description, options, { schema: {}, expected: "valid JSON", hidden: true, read: tryParseJson });
}

/** An option that takes a JSON object. */
export function takesJsonObject(description: string, options: FlagOptions = {}): Flag<JsonObject> {
  return declare(description, options, {
    schema: { type: "object" },
    expected: "a JSON object",
    hidden: true,
    read: (text) => {
      const value = tryParseJson(text)?.value;
      return isJsonObject(value) ? { value } : undefined;
    },
  });
}

/** An option that takes a JSON list. */
export function takesJsonList(description: string, options: FlagOptions = {}): Flag<readonly JsonValue[]> {
  return declare(description, options, {
    schema: { type: "array" },
    expected: "a JSON array",
    hidden: true,
    read: (text) => {
      const value = tryParseJson(text)?.value;
      return Array.isArray(value) ? { value } : undefined;
    },
  });
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** How a kind of option reads its text; undefined when the text does not fit. */
interface Kind<T> {
  readonly schema: JsonObject;
  readonly expected: string;
  /** Long or private values are not shown in messages. */
  readonly hidden?: true;
  readonly read: (text: string) => { readonly value: T } | undefined;
}

function declare<T>(description: string, options: FlagOptions, { schema, expected, hidden, read }: Kind<T>): Flag<T> {
  return {
    description,
    schema: { ...schema, description },
    isSwitch: false,
    aliases: options.aliases ?? [],
    decode: (text, label) => {
      const found = read(text);
      if (found !== undefined) return found.value;
      const { invalid = `${label} must be ${expected}${hidden ? "" : ` (got ${quote(text)})`}` } = options;
      throw usageError(typeof invalid === "string" ? invalid : invalid(text));
    },
  };
}

function within(value: number, { min, max }: NumberOptions): { readonly value: number } | undefined {
  const fits = Number.isFinite(value) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  return fits ? { value } : undefined;
}

function boundsSchema({ min, max }: NumberOptions): JsonObject {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}

function describeBounds({ min, max }: NumberOptions): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}

/** A value as shown in a message: one line, cut. */
function quote(text: string): string {
  const shown = text.length > 60 ? `${Array.from(text).slice(0, 60).join("")}…` : text;
  return `'${shown.replace(/\s+/g, " ")}'`;
}
