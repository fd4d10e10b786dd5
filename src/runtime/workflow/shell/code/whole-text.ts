import type { Trust } from "../place.ts";
import type { Unit } from "../placeholder.ts";

/** How much is let in because of what else stands in a command: everywhere, and in values of variables. */
export interface WholeTextLimits {
  readonly everywhere: Trust;
  readonly assigned: Trust;
}

/**
 * Some commands make code of data that another part of the text handed on: a shell that reads a pipe, arithmetic that
 * evaluates a variable. Which value gets where is not followed; what could get there is limited as a whole.
 */
export function judgeWholeText(units: readonly Unit[]): WholeTextLimits {
  const written = units.map((unit) => (typeof unit === "string" ? unit : PLACEHOLDER)).join("");
  // As it stands, for in single quotes lines are not joined; with all lines joined; and with those that no escaped backslash ends.
  const texts = [written, written.replaceAll("\\\n", ""), written.replaceAll(/(\\[^\n])|\\\n/g, "$1")];
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  if ((has(SHELL_WORD) && has(FEEDS)) || has(DOT_ON_DEVICE) || has(RUN_LATER)) {
    return { everywhere: "word", assigned: "word" };
  }
  if (!EVALUATES.some(has)) return { everywhere: "any", assigned: "any" };
  return { everywhere: has(STORES) ? "number" : "any", assigned: "number" };
}

/** Stands for a value in the text; no command holds this character by itself. */
const PLACEHOLDER = "\uFFFC";

/** A shell that is given no script file: what it runs comes from its input or its options. */
const SHELL_WORD =
  /(?:^|[\s;&|({`"'])(?:\S*\/)?(?:[a-z]{0,2}a?sh|r?bash|ksh\d*|[mlop]{1,2}ksh|pdksh|yash|busybox|toybox)["']?[ \t]*(?:$|[\n;&|)}<>`]|-|["']?\/(?:dev|proc)\/)/m;

/** What hands data on to a command that reads its input: pipes, here-documents, here-strings, duplicated descriptors. */
const FEEDS = /\||<<|<&|<\(|\bexec\s+\d*<|\bcoproc\b/;

/** `.` and `source` on what is no file of its own. */
const DOT_ON_DEVICE = /(?:^|[\s;&|({])(?:\.|source)\s+["']?(?:\/dev\/|\/proc\/|<\()/m;

/** Variables whose text shells run by themselves, assigned to or filled by what reads or repeats. */
const RUN_LATER =
  /\b(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV)(?:\[[^\]\n]{0,99}\])?\+?=|(?:^|[\s;&|({])(?:for|select|read|readarray|mapfile|printf\s+-v)\s[^\n;&|]{0,299}\b(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV)\b/m;

/** Arithmetic, subscripts and names: bash evaluates the text of a variable there, substitutions in subscripts included. */
const EVALUATES: readonly RegExp[] = [
  /\(\(|\$\[|(?:^|[\s;&|({])let\s/m,
  /\[\[[^\n]*(?:-(?:eq|ne|lt|le|gt|ge|v)\b)|(?:\btest|\[)\s[^\n;&|]{0,299}-v\b/,
  // `${!name}`, `${name@P}`, `${name:offset}` and subscripts
  /\$\{!\w|\$\{\w+@|\$\{\w+:(?![-=+?])[^}\n]{0,99}[A-Za-z_$]|\{[!#]?\w+\[|\w\[[^\]\n]*\$/,
  /[\w\s(]\[[^\]\nA-Za-z_$]{0,99}[A-Za-z_$][^\]\n]{0,299}\]\+?=/,
  // a name, or a command, that is not written out
  /(?:^|[\s;&|({])(?:(?:unset|read|readarray|mapfile)[ \t][^\n;&|<>]{0,299}[$[]|printf[ \t]+-v[ \t]*\S{0,99}[$[])/m,
  /\b(?:declare|typeset|local|export|readonly)[ \t]+(?:[-+]\w+[ \t]+|\w+(?:=[^\s"']*)?[ \t]+){0,20}["']?(?:\$|\w+\[)/,
  // variables whose every value is evaluated: numbers, and names of others
  /\b(?:declare|typeset|local|export|readonly)[ \t]+(?:[-+]\w+[ \t]+){0,9}[-+]\w*[in]/,
];

/** What puts words into variables without an assignment: loops, positional words, reading, functions. */
const STORES =
  /(?:^|[\s;&|({])(?:for|select|set|read|readarray|mapfile|getopts|printf\s+-v)\s|<<<|\w\s*\(\s*\)|(?:^|\s)function\s/m;
