import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { stableStringify } from "../../stable-json.ts";

/** What each list and object made by {@link toValidatorValue} was made of. */
const sources = new WeakMap<object, JsonValue>();

/**
 * The value as the validator takes it: integers beyond 2^53 are ordinary numbers, which lose their last digits.
 * {@link findExact} still knows them.
 */
export function toValidatorValue(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value)));
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item: JsonValue) => toValidatorValue(item))
    : Object.fromEntries(Object.entries(value as JsonObject).map(([name, member]) => [name, toValidatorValue(member)]));
  sources.set(copy, value);
  return copy;
}

/** Where a value stands in what the validator was given. */
export interface ValuePlace {
  readonly parentData?: unknown;
  readonly parentDataProperty?: string | number;
}

/** The value with all its digits, for one that the validator holds. */
export function findExact(value: JsonValue, { parentData, parentDataProperty }: ValuePlace): JsonValue {
  if (typeof value === "object" && value !== null) return sources.get(value) ?? value;
  if (typeof value !== "number" || typeof parentData !== "object" || parentData === null) return value;
  const parent = sources.get(parentData);
  const exact = memberOf(parent, parentDataProperty);
  return typeof exact === "bigint" ? exact : value;
}

function memberOf(parent: JsonValue | undefined, property: string | number | undefined): JsonValue | undefined {
  if (Array.isArray(parent)) return (parent as readonly JsonValue[])[Number(property)];
  return isJsonObject(parent) ? ownMember(parent, String(property)) : undefined;
}

/** True when a value holds an integer that an ordinary number cannot. */
export function holdsLargeInteger(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "bigint";
  return Object.values<JsonValue>(value).some(holdsLargeInteger);
}

/** The order of two numbers, to the last digit: negative, zero or positive. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True for both kinds of number. */
export function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** A text that two values share when they are the same JSON; numbers are the same when equal, however they are held. */
export function identifyJson(value: JsonValue): string {
  return stableStringify(toOneKind(value));
}

function toOneKind(value: JsonValue): JsonValue {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => toOneKind(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toOneKind(member)]));
}
