import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { Operator } from "./parse.ts";

/** A value of a condition; undefined is a field that is not there. */
export type Operand = JsonValue | undefined;

/**
 * Compares by workflows-and-checkpoints §3. `==` never converts; lists and objects are compared whole, whatever the order of
 * their keys. `<` and the like are true only between numbers and text that reads as a number. `bigint`s count as the
 * ordinary numbers they round to (decision W29).
 */
export function compareOperands(operator: Operator, left: Operand, right: Operand): boolean {
  return COMPARISONS[operator](left, right);
}

const COMPARISONS: Readonly<Record<Operator, (left: Operand, right: Operand) => boolean>> = {
  "==": isEqual,
  "!=": (left, right) => !isEqual(left, right),
  "<": (left, right) => isOrdered(left, right, (a, b) => a < b),
  "<=": (left, right) => isOrdered(left, right, (a, b) => a <= b),
  ">": (left, right) => isOrdered(left, right, (a, b) => a > b),
  ">=": (left, right) => isOrdered(left, right, (a, b) => a >= b),
};

/** `-0` and `0` differ, and a missing field equals only a missing field: both are the specification's. */
function isEqual(left: Operand, right: Operand): boolean {
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) return hasEqualMembers(left, right);
  return Object.is(toPlain(left), toPlain(right));
}

function hasEqualMembers(left: JsonObject, right: JsonObject): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => isEqual(ownMember(left, name), ownMember(right, name)));
}

function isOrdered(left: Operand, right: Operand, test: (left: number, right: number) => boolean): boolean {
  const [a, b] = [toNumber(left), toNumber(right)];
  return a !== undefined && b !== undefined && test(a, b);
}

/** The number a value is or spells; blank text is none. NaN makes every ordering false. */
function toNumber(value: Operand): number | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : Number(value);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

function toPlain(value: Operand): Operand {
  return typeof value === "bigint" ? Number(value) : value;
}

function isList(value: Operand): value is readonly JsonValue[] {
  return Array.isArray(value);
}
