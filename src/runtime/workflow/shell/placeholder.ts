import { ARGUMENT_PATTERN } from "../template.ts";
import { REFERENCE_PATTERN, toReference, type Reference } from "../reference.ts";

/** A `${name}` or `$step.path` of a command, and the text that goes there. */
export interface Placeholder {
  /** As it stands in the command. */
  readonly written: string;
  readonly value: string;
  /** The argument's name; absent for a reference to a step. */
  readonly argument?: string;
}

/** A command as the scanner reads it: UTF-16 code units, with every placeholder as one unit. */
export type Unit = string | Placeholder;

/** What a placeholder stands for: text to go through quoting, or text that is part of the command (`raw: true`). */
export type Lookup = (found: FoundPlaceholder) => Placeholder | { readonly raw: string } | undefined;

/** One match of the placeholder grammar (workflows-and-checkpoints §2.2, §2.3). */
export type FoundPlaceholder =
  | { readonly kind: "argument"; readonly written: string; readonly name: string }
  | { readonly kind: "reference"; readonly written: string; readonly reference: Reference };

/**
 * Splits a command at its placeholders, in one pass. Where `lookup` knows nothing, the text stays as written: it is the
 * shell's own.
 */
export function splitCommand(text: string, lookup: Lookup): readonly Unit[] {
  const units: Unit[] = [];
  let done = 0;
  for (const match of text.matchAll(new RegExp(`${ARGUMENT_PATTERN}|${REFERENCE_PATTERN}`, "g"))) {
    const found = lookup(readMatch(match));
    if (found === undefined) continue;
    pushText(units, text.slice(done, match.index));
    if ("raw" in found) pushText(units, found.raw);
    else units.push(found);
    done = match.index + match[0].length;
  }
  pushText(units, text.slice(done));
  return units;
}

/** The text that units stand for, values included. */
export function unitsText(units: readonly Unit[]): string {
  return units.map((unit) => (typeof unit === "string" ? unit : unit.value)).join("");
}

/** The placeholders among units. */
export function placeholdersIn(units: readonly Unit[]): Placeholder[] {
  return units.filter((unit) => typeof unit !== "string");
}

function readMatch(match: RegExpExecArray): FoundPlaceholder {
  const [written, name, stepId = "", path = ""] = match;
  if (name !== undefined) return { kind: "argument", written, name };
  return { kind: "reference", written, reference: toReference([written, stepId, path]) };
}

function pushText(units: Unit[], text: string): void {
  for (let at = 0; at < text.length; at += 1) units.push(text.charAt(at));
}
