import type { Command } from "../commands/command.ts";
import type { Trust } from "../place.ts";
import type { Scan } from "../scan.ts";
import { isAssignment, isUncertain, wordPlaceholders, wordText, type Word } from "../words/word.ts";
import { passAsCode, restrictWords } from "./nested-code.ts";
import { judgePrintf } from "./printf.ts";
import { judgePrograms, programName } from "./shell-programs.ts";
import { judgeTest } from "./tests.ts";

/** Lowers what is let in where a command runs, or evaluates, the words it is given. */
export function judgeCommand(scan: Scan, command: Command): void {
  judgePrograms(scan, command);
  const [head, ...rest] = skipPrefixes(command.words);
  if (head === undefined) return;
  if (isUncertain(head)) restrictWords(scan, rest, "plain");
  else RULES.get(programName(head))?.(scan, rest);
}

/** Goes past what only starts a builtin. */
function skipPrefixes(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  if (first === undefined || !["command", "builtin", "-", "exec"].includes(wordText(first))) return words;
  const next = rest.findIndex((word) => !wordText(word).startsWith("-"));
  return next < 0 ? [] : skipPrefixes(rest.slice(next));
}

type Rule = (scan: Scan, words: readonly Word[]) => void;

/** By builtin or program. Which shell evaluates what differs; the rules are those of the most curious one. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...withRule("trap alias watch parallel script flock complete compgen bind fc emulate", passAsCode),
  // Names, one of which with a subscript is evaluated; files to run.
  ...withRule("unset read readarray mapfile getopts getln wait vared zparseopts nameref . source", limitTo("word")),
  ...withRule("let shift exit bye logout return break continue ulimit", limitTo("number")),
  ...withRule("declare typeset local export readonly", judgeDeclaration),
  ...withRule("integer float", judgeNumbers),
  ...withRule("set print", judgeOptions),
  ...withRule("env", judgeEnv),
  ...withRule("test [", judgeTest),
  ...withRule("printf", judgePrintf),
]);

function withRule(names: string, rule: Rule): [string, Rule][] {
  return names.split(" ").map((name) => [name, rule]);
}

function limitTo(trust: Trust): Rule {
  return (scan, words) => restrictWords(scan, words, trust);
}

/** `name=value` is data; names are not, and after some options neither are values. */
function judgeDeclaration(scan: Scan, words: readonly Word[]): void {
  const options = words.map(wordText).filter((text) => /^[-+]./.test(text));
  // Options that are not known to leave values alone, such as `-i` and `-n`.
  if (options.some((option) => !/^[-+][grxplutfaA]+$|^--$/.test(option))) return judgeNumbers(scan, words);
  const makesArrays = options.some((option) => /[aA]/.test(option));
  for (const word of words) {
    if (isAssignment(word) && !makesArrays && !isQuotedArray(word)) scan.assigned.push(...wordPlaceholders(word));
    else restrictWords(scan, [word], "word");
  }
}

/** To an array, bash assigns the text `(…)` as if it were written without quotes, substitutions included. */
function isQuotedArray(word: Word): boolean {
  return /^[^=]*=\s*\(.*\)\s*$/s.test(wordText(word));
}

function judgeNumbers(scan: Scan, words: readonly Word[]): void {
  restrictWords(scan, words, "number");
  scan.assignedTrust = "number";
}

/** `set -A name`, `print -A`, `print -v name`: an array is assigned to, or a name is evaluated. Behind `set --` are words only. */
function judgeOptions(scan: Scan, words: readonly Word[]): void {
  if (words[0] !== undefined && wordText(words[0]) === "--") return;
  if (words.some((word) => /^[-+][A-Za-z]*[Av]/.test(wordText(word)))) restrictWords(scan, words, "word");
}

/** `env -S` splits a text into a command. */
function judgeEnv(scan: Scan, words: readonly Word[]): void {
  if (words.some((word) => /^-[A-Za-z]*S|^--split/.test(wordText(word)))) passAsCode(scan, words);
}
