import type { JsonValue } from "../../../runtime/json.ts";
import { stableStringify, stringifyJson } from "../../../runtime/stable-json.ts";
import type { Option } from "../question-plan.ts";
import { narrow } from "./narrow.ts";

/** Which option typed text means, by position. */
export type OptionReading =
  | { readonly kind: "option"; readonly index: number }
  | { readonly kind: "several"; readonly indexes: readonly number[] }
  /** None; `near` are options that contain what was typed. */
  | { readonly kind: "unknown"; readonly near: readonly number[] };

const MAX_NAMED = 5;

/**
 * Finds the option that typed text names: by its label, title or value, exactly or but for letter case; or by its number from 1,
 * unless options look like numbers themselves. A part of a title is never taken for an option.
 */
export function matchOption(options: readonly Option[], labels: readonly string[], text: string): OptionReading {
  const typed = text.trim();
  const names = options.map((option, index) => nameOption(option, labels[index] ?? ""));
  const exact = findNamed(names, (name) => name === typed);
  if (exact.length > 0) return pick(exact);
  const folded = typed.toLowerCase();
  const loose = findNamed(names, (name) => name.toLowerCase() === folded);
  if (loose.length > 0) return pick(loose);
  const digits = narrow(typed);
  const number = /^[1-9]\d{0,5}$/u.test(digits) ? Number(digits) : 0;
  if (number >= 1 && number <= options.length && !names.some((all) => all.some(isNumberLike))) {
    return { kind: "option", index: number - 1 };
  }
  const near = typed === "" ? [] : findNamed(names, (name) => name.toLowerCase().includes(folded));
  return { kind: "unknown", near: near.slice(0, MAX_NAMED) };
}

function nameOption(option: Option, label: string): readonly string[] {
  const value =
    typeof option.value === "string"
      ? [option.value.trim(), stringifyJson(option.value)]
      : [stringifyJson(option.value)];
  return [label.trim(), ...(option.title === undefined ? [] : [option.title.trim()]), ...value];
}

function findNamed(names: readonly (readonly string[])[], isNamed: (name: string) => boolean): readonly number[] {
  return names.flatMap((all, index) => (all.some(isNamed) ? [index] : []));
}

function pick(indexes: readonly number[]): OptionReading {
  const [index] = indexes;
  return indexes.length === 1 && index !== undefined
    ? { kind: "option", index }
    : { kind: "several", indexes: indexes.slice(0, MAX_NAMED) };
}

function isNumberLike(name: string): boolean {
  return /^[+-]?\d+$/u.test(name);
}

/** The position of a value among options; -1 where it is none. */
export function findOption(options: readonly Option[], value: JsonValue): number {
  return indexOptions(options).get(stableStringify(value)) ?? -1;
}

/** Long option lists are looked through often: by every value of a summary. */
const indexes = new WeakMap<readonly Option[], ReadonlyMap<string, number>>();

function indexOptions(options: readonly Option[]): ReadonlyMap<string, number> {
  const known = indexes.get(options) ?? new Map(options.map((option, index) => [stableStringify(option.value), index]));
  indexes.set(options, known);
  return known;
}
