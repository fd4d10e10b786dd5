import type { JsonValue } from "../json.ts";
import { stringifyJson } from "../stable-json.ts";
import { formatDate } from "./date-format.ts";
import { textOf } from "./item-text.ts";
import { usageError } from "./stage-error.ts";

/** One `| name arg …` of a placeholder. */
export interface FilterCall {
  readonly name: string;
  readonly args: readonly string[];
}

/** What stands in a placeholder: a path and the filters its value goes through. */
export interface FilterExpression {
  readonly path: string;
  readonly filters: readonly FilterCall[];
}

/**
 * Parses the inside of a placeholder (stages-and-cli §5). `|` and spaces in quotes do not separate; in quotes a backslash
 * takes the next character literally. Throws `Unknown template filter: <name>`, and for an argument that does not fit.
 */
export function parseFilterExpression(expression: string): FilterExpression {
  const [path = "", ...calls] = splitOutsideQuotes(expression, "|");
  const filters = calls.map((call) => {
    const [name = "", ...args] = splitOutsideQuotes(call.trim(), " ")
      .filter((word) => word !== "")
      .map(unquote);
    const filter = FILTERS.get(name);
    if (filter === undefined) throw usageError(`Unknown template filter: ${name}`);
    filter.check?.(args);
    return { name, args };
  });
  return { path: unquote(path.trim()), filters };
}

/** Sends a value through filters; undefined stands for a missing value. */
export function applyFilters(value: JsonValue | undefined, filters: readonly FilterCall[]): JsonValue | undefined {
  let current = value;
  for (const { name, args } of filters) {
    const filter = FILTERS.get(name);
    if (filter === undefined) throw usageError(`Unknown template filter: ${name}`);
    current = filter.apply(current, args);
  }
  return current;
}

interface Filter {
  apply(value: JsonValue | undefined, args: readonly string[]): JsonValue | undefined;
  check?(args: readonly string[]): void;
}

const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ["upper", { apply: (value) => stringOf(value).toUpperCase() }],
  ["lower", { apply: (value) => stringOf(value).toLowerCase() }],
  ["trim", { apply: (value) => stringOf(value).trim() }],
  [
    "truncate",
    {
      apply: (value, [length = "80"]) => truncate(stringOf(value), Number(length)),
      check: ([length]) => assertWhole("truncate", length, Number.MAX_SAFE_INTEGER),
    },
  ],
  [
    "replace",
    {
      apply: (value, [from, to = ""]) =>
        from === undefined || from === "" ? stringOf(value) : stringOf(value).split(from).join(to),
    },
  ],
  ["split", { apply: (value, [separator = ","]) => stringOf(value).split(separator) }],
  ["first", { apply: (value) => (Array.isArray(value) ? value.at(0) : value) }],
  ["last", { apply: (value) => (Array.isArray(value) ? value.at(-1) : value) }],
  ["length", { apply: (value) => (Array.isArray(value) || typeof value === "string" ? value.length : 0) }],
  [
    "join",
    {
      apply: (value, [separator = ", "]) =>
        Array.isArray(value) ? value.map(stringOf).join(separator) : stringOf(value),
    },
  ],
  ["json", { apply: (value) => (value === undefined ? "" : stringifyJson(value, 2)) }],
  ["string", { apply: stringOf }],
  [
    "default",
    { apply: (value, [other = ""]) => (value === undefined || value === null || value === "" ? other : value) },
  ],
  [
    "round",
    {
      apply: (value, [digits = "0"]) => round(value, Number(digits)),
      check: ([digits]) => assertWhole("round", digits, 100),
    },
  ],
  ["date", { apply: (value, [format]) => formatDate(value, format) }],
]);

/** A list is its elements with commas between them; objects become JSON, not the text of their type (fault F33). */
function stringOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.map((item: JsonValue) => stringOf(item)).join(",") : textOf(value);
}

/** Cut between characters, never within one. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}...`;
}

function round(value: JsonValue | undefined, digits: number): JsonValue | undefined {
  if (typeof value === "bigint") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Number(number.toFixed(digits)) : value;
}

function assertWhole(filter: string, given: string | undefined, max: number): void {
  if (given === undefined) return;
  const value = Number(given);
  if (/^\d+$/.test(given) && value <= max) return;
  throw usageError(`template filter ${filter} needs a whole number from 0 to ${max} (got '${given.slice(0, 20)}')`);
}

/** Splits at a separator outside quotes; the pieces keep their quotes. An unclosed quote runs to the end. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === separator) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** A word without its quotes. */
function unquote(word: string): string {
  let result = "";
  let quote = "";
  for (let at = 0; at < word.length; at += 1) {
    const character = word.charAt(at);
    if (quote !== "" && character === "\\") {
      at += 1;
      result += word.charAt(at);
    } else if (quote !== "" ? character === quote : character === "'" || character === '"') {
      quote = quote === "" ? character : "";
    } else {
      result += character;
    }
  }
  return result;
}
