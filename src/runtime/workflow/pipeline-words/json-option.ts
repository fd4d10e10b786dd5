import { isJsonObject, type JsonValue } from "../../json.ts";
import { stringifyJson, tryParseJson } from "../../stable-json.ts";
import { placeholdersIn, type Placeholder, type Unit } from "../shell/placeholder.ts";
import type { Scope } from "../step-result.ts";
import { fillText, findValue } from "./filled-text.ts";

/** The text of a JSON option, or the value that would change what is written around it. */
export type FilledJson =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "fault"; readonly placeholder: Placeholder };

/**
 * Fills the text of an option that takes JSON. Its structure is the author's: values go into strings, where they stay
 * text, or stand for one value each, which is what the argument or result holds; of text, only a JSON scalar. A text
 * without any JSON in it has no structure to keep, one that is nothing but a value is that value.
 */
export function fillJson(text: string, scope: Scope): FilledJson {
  const { units, masked, filled } = fillText(text, scope);
  const [first] = placeholdersIn(units);
  if (first === undefined) return { kind: "text", text };
  const alone = masked.trim() === "x" ? writeStructure(first, scope) : undefined;
  if (!/[{}[\]":,]/.test(masked)) return { kind: "text", text: alone ?? filled };
  const { structure, standing } = markStanding(units, markFor(text));
  const parsed = tryParseJson(structure);
  if (parsed === undefined) return { kind: "fault", placeholder: first };
  const values = new Map<string, JsonValue>();
  for (const [mark, placeholder] of standing) {
    const value = readStanding(placeholder, scope);
    if (value === undefined) return { kind: "fault", placeholder };
    values.set(mark, value);
  }
  const used = new Set<string>();
  const tree = fillStrings(parsed.value, { scope, values, used });
  const unused = [...standing].find(([mark]) => !used.has(mark)); // it stands where the name of a member does
  return unused === undefined ? { kind: "text", text: stringifyJson(tree) } : { kind: "fault", placeholder: unused[1] };
}

/** The JSON of a list or an object, however arguments are written as text. */
function writeStructure(placeholder: Placeholder, scope: Scope): string | undefined {
  const value = findValue(placeholder, scope);
  return typeof value === "object" && value !== null ? stringifyJson(value) : undefined;
}

/** The text with a string of its own for each value outside strings. */
function markStanding(
  units: readonly Unit[],
  mark: string,
): { readonly structure: string; readonly standing: ReadonlyMap<string, Placeholder> } {
  const standing = new Map<string, Placeholder>();
  let structure = "";
  let inString = false;
  let isEscaped = false;
  for (const unit of units) {
    if (typeof unit === "string") {
      structure += unit;
      if (unit === '"' && !isEscaped) inString = !inString;
      isEscaped = inString && unit === "\\" && !isEscaped;
    } else if (inString) {
      structure += unit.written;
      isEscaped = false;
    } else {
      const name = `${mark}${standing.size}`;
      standing.set(name, unit);
      structure += `"${name}"`;
    }
  }
  return { structure, standing };
}

/** A text that does not occur in another. */
function markFor(text: string): string {
  let mark = "\u{E000}";
  while (text.includes(mark)) mark += "\u{E000}";
  return mark;
}

function readStanding(placeholder: Placeholder, scope: Scope): JsonValue | undefined {
  const value = findValue(placeholder, scope);
  if (value !== undefined && typeof value !== "string") return value;
  const scalar = tryParseJson(placeholder.value)?.value;
  return typeof scalar === "object" && scalar !== null ? undefined : scalar;
}

interface TreeValues {
  readonly scope: Scope;
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly used: Set<string>;
}

function fillStrings(part: JsonValue, tree: TreeValues): JsonValue {
  if (typeof part === "string") {
    const value = tree.values.get(part);
    if (value === undefined) return fillText(part, tree.scope).filled;
    tree.used.add(part);
    return value;
  }
  if (Array.isArray(part)) return part.map((item: JsonValue) => fillStrings(item, tree));
  if (!isJsonObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, fillStrings(member, tree)]));
}
