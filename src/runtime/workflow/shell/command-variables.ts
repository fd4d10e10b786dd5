import { findPlaces } from "./find-places.ts";
import type { Place } from "./place.ts";
import { placeholdersIn, splitCommand, type Placeholder, type Unit } from "./placeholder.ts";

/** A `${name}` of a command that its shell expands, unless it is an argument. */
export interface CommandVariable {
  readonly name: string;
  /** Somewhere it stands beside `/` or a pattern, where an empty value would be dangerous: `rm -rf ${dir}/*`. */
  readonly nextToGlobOrSlash: boolean;
  /** The command itself gives it a value. */
  readonly assignedInText: boolean;
}

/**
 * The `${name}`s of a command, each once, in the order they appear. Those that the shell only reads as text (in single
 * quotes, comments, behind a backslash) are not among them.
 */
export function explainCommandVariables(text: string): CommandVariable[] {
  const units = splitCommand(text, (found) =>
    found.kind === "argument" ? { written: found.written, value: "x", argument: found.name } : undefined,
  );
  const places = findPlaces(units);
  const found = new Map<string, CommandVariable>();
  for (const placeholder of placeholdersIn(units)) {
    const name = placeholder.argument;
    if (name === undefined || isText(places.get(placeholder))) continue;
    const isNear = isNextToGlobOrSlash(units, placeholder) && !/[A-Za-z0-9_]-./.test(name);
    found.set(name, {
      name,
      nextToGlobOrSlash: isNear || found.get(name)?.nextToGlobOrSlash === true,
      assignedInText: found.get(name)?.assignedInText ?? isAssignedIn(text, name),
    });
  }
  return [...found.values()];
}

/** Is this text to the shell, and to any shell it hands the text to? */
function isText(place: Place | undefined): boolean {
  return place?.inner === undefined ? place?.literal === true : isText(place.inner);
}

/** Quotes between them do not count. */
function isNextToGlobOrSlash(units: readonly Unit[], placeholder: Placeholder): boolean {
  const at = units.indexOf(placeholder);
  const before = units.slice(0, at).findLast((unit) => unit !== '"' && unit !== "'");
  const after = units.slice(at + 1).find((unit) => unit !== '"' && unit !== "'");
  return [before, after].some((unit) => typeof unit === "string" && "/*?[".includes(unit));
}

/** Assignments, and the commands and loops that set a variable. To the shell, `${name-text}` is a name and its default. */
function isAssignedIn(text: string, written: string): boolean {
  const [name = written] = /^[A-Za-z_][A-Za-z0-9_]*(?=-)/.exec(written) ?? [];
  if (/^[0-9]+$/.test(name)) return /\bset\s|\(\s*\)|\bfunction\s/.test(text);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name === "-";
  return ASSIGNMENTS.some((pattern) => new RegExp(pattern.replaceAll("NAME", name)).test(text));
}

const ASSIGNMENTS: readonly string[] = [
  String.raw`(^|[\s;&|(){}"'${"`"}])NAME(\[[^\]]*\])?\+?=`,
  String.raw`\b(for|select)\s+NAME(\s|;|$)`,
  String.raw`\b(read|readarray|mapfile|getopts|export|local|declare|typeset|readonly)\b[^;&|\n]*\sNAME([\s;&|)"']|$)`,
  String.raw`\bprintf\s+-v\s*NAME\b`,
  String.raw`\$\{NAME:?[=?]`,
  String.raw`\(\([^)]*\bNAME\s*([-+*/%&|^]|<<|>>)?=[^=]`,
];
