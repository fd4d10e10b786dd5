import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { JsonObject, JsonValue } from "./json.ts";

/** Deeper nesting of what comes from outside is refused with words instead of a stack overflow. */
const MAX_DEPTH = 500;

/** What is written may be nested deeper: it holds what came from outside, wrapped in documents of our own. */
const MAX_WRITTEN_DEPTH = 1000;

/** Only text with such numbers needs the slower parser: integers of 16 digits and more, and large exponents. */
const NEEDS_CARE = /\d{16}|[eE]\+?\d{3}/;

/**
 * Parses JSON without losing digits: integers beyond 2^53 become `bigint`. Throws a SyntaxError for text that is not JSON,
 * for a number too large to hold, and for nesting deeper than 500.
 */
export function parseJson(text: string): JsonValue {
  return parseWithin(text, MAX_DEPTH);
}

/**
 * Like {@link parseJson}, for text that {@link stringifyJson} wrote: as deep as that writes, 1,000 levels, so that what can
 * be stored can be read.
 */
export function parseWrittenJson(text: string): JsonValue {
  return parseWithin(text, MAX_WRITTEN_DEPTH);
}

/** Like {@link parseJson}, but undefined for text that is not JSON. */
export function tryParseJson(text: string): { readonly value: JsonValue } | undefined {
  if (text === "") return undefined;
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

/**
 * JSON text like `JSON.stringify`'s; `bigint`s are written with all their digits. Throws a RangeError for a value that is
 * circular or nested deeper than 1,000.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  return serialize(value, { indent, sorted: false });
}

/** JSON with object keys sorted at every level and no spaces: for digests and comparisons (stages-and-cli §4.6). */
export function stableStringify(value: JsonValue): string {
  return serialize(value, { indent: 0, sorted: true });
}

/** True when lists and objects are nested at most `levels` deep. */
export function isNestedWithin(levels: number, value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values<JsonValue>(value).every((member) => isNestedWithin(levels - 1, member));
}

/** SHA-256 of a text's UTF-8 bytes, as lower-case hex. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** The value with `bigint`s as ordinary numbers: what conditions, stages, validators and the SDK see. */
export function toPlainNumbers(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => toPlainNumbers(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainNumbers(member)]));
}

/** Loaded when the first such number comes, for most commands never see one. */
let lossless: typeof import("lossless-json") | undefined;

function parseWithin(text: string, maxDepth: number): JsonValue {
  assertDepth(text, maxDepth);
  return NEEDS_CARE.test(text) ? parseWithCare(text) : (JSON.parse(text) as JsonValue);
}

function parseWithCare(text: string): JsonValue {
  lossless ??= createRequire(import.meta.url)("lossless-json") as typeof import("lossless-json");
  // The strict parser decides what is JSON; the careful one only reads the numbers again.
  const plain = JSON.parse(text) as JsonValue;
  const hasProto = /"(__proto__|\\u)/.test(text);
  const careful = lossless.parse(text, undefined, {
    parseNumber,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as JsonValue;
  return hasProto ? mergeNumbers(plain, careful) : careful;
}

/** A key named `__proto__` is data for the strict parser only: its shape wins, the digits come from the other. */
function mergeNumbers(plain: JsonValue, careful: JsonValue | undefined): JsonValue {
  if (typeof plain === "number") return typeof careful === "bigint" ? careful : assertFinite(plain);
  if (Array.isArray(plain)) {
    const items = Array.isArray(careful) ? (careful as readonly JsonValue[]) : [];
    return plain.map((item: JsonValue, index) => mergeNumbers(item, items[index]));
  }
  if (typeof plain !== "object" || plain === null) return plain;
  const members = typeof careful === "object" && careful !== null ? (careful as JsonObject) : {};
  return Object.fromEntries(
    Object.entries(plain).map(([name, member]) => [
      name,
      mergeNumbers(member, Object.hasOwn(members, name) ? members[name] : undefined),
    ]),
  );
}

function parseNumber(digits: string): number | bigint {
  const value = Number(digits);
  if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(value)) return BigInt(digits);
  return assertFinite(value);
}

function assertFinite(value: number): number {
  if (!Number.isFinite(value)) throw new SyntaxError("A number in the JSON text is too large");
  return value;
}

function assertDepth(text: string, maxDepth: number): void {
  if (text.length <= maxDepth) return;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > maxDepth) throw new SyntaxError(`The JSON text is nested deeper than ${maxDepth} levels`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

interface Style {
  readonly indent: number;
  readonly sorted: boolean;
}

function serialize(value: JsonValue, style: Style): string {
  if (!style.sorted && !holdsBigint(value, 0)) return JSON.stringify(value, undefined, style.indent) ?? "null";
  return write(value, style, 0);
}

function holdsBigint(value: JsonValue, depth: number): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  assertWritable(depth);
  const members = Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value as JsonObject);
  return members.some((member) => holdsBigint(member, depth + 1));
}

function write(value: JsonValue | undefined, style: Style, depth: number): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  assertWritable(depth);
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => write(item, style, depth + 1));
    return wrap("[", items, "]", style, depth);
  }
  const entries = Object.entries(value as JsonObject).filter(([, member]) => member !== undefined);
  if (style.sorted) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const colon = style.indent > 0 ? ": " : ":";
  const members = entries.map(([name, member]) => `${JSON.stringify(name)}${colon}${write(member, style, depth + 1)}`);
  return wrap("{", members, "}", style, depth);
}

function wrap(open: string, parts: readonly string[], close: string, style: Style, depth: number): string {
  if (style.indent === 0 || parts.length === 0) return `${open}${parts.join(",")}${close}`;
  const inner = `\n${" ".repeat(style.indent * (depth + 1))}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${" ".repeat(style.indent * depth)}${close}`;
}

/** A list or object at `depth` is the one level after as many others. */
function assertWritable(depth: number): void {
  if (depth < MAX_WRITTEN_DEPTH) return;
  throw new RangeError(`The value is circular or nested deeper than ${MAX_WRITTEN_DEPTH} levels`);
}
