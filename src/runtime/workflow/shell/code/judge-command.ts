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

const limitTo =
  (trust: Trust): Rule =>
  (scan, words) =>
    restrictWords(scan, words, trust);

/** By builtin or program. Which shell evaluates what differs; the rules are those of the most curious one. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...["trap", "alias", "watch", "parallel", "script", "flock", "complete", "compgen", "bind", "fc", "emulate"].map(
    (name): [string, Rule] => [name, passAsCode],
  ),
  // Names: one with a subscript is evaluated. Files to run.
  ...["unset", "read", "readarray", "mapfile", "getopts", "wait", "vared", "zparseopts", "nameref", ".", "source"].map(
    (name): [string, Rule] => [name, limitTo("word")],
  ),
  ...["let", "shift", "exit", "return", "break", "continue", "ulimit"].map((name): [string, Rule] => [
    name,
    limitTo("number"),
  ]),
  ...["declare", "typeset", "local", "export", "readonly"].map((name): [string, Rule] => [name, judgeDeclaration]),
  ...["integer", "float"].map((name): [string, Rule] => [name, judgeNumbers]),
  ["set", judgeSet],
  ["env", judgeEnv],
  ["test", judgeTest],
  ["[", judgeTest],
  ["printf", judgePrintf],
]);

/** `name=value` is data; names are not, and after some options neither are values. */
function judgeDeclaration(scan: Scan, words: readonly Word[]): void {
  if (words.some((word) => isEvaluatingOption(wordText(word)))) return judgeNumbers(scan, words);
  for (const word of words) {
    if (isAssignment(word)) scan.assigned.push(...wordPlaceholders(word));
    else restrictWords(scan, [word], "word");
  }
}

/** Options other than those known not to touch how values are read: `-i`, `-n` and the like. */
function isEvaluatingOption(text: string): boolean {
  return /^[-+]./.test(text) && !/^[-+][grxpluaAfFHt]+$|^--$/.test(text);
}

function judgeNumbers(scan: Scan, words: readonly Word[]): void {
  restrictWords(scan, words, "number");
  scan.assignedTrust = "number";
}

/** `set -A name` assigns to an array. */
function judgeSet(scan: Scan, words: readonly Word[]): void {
  if (words.some((word) => /^[-+]A/.test(wordText(word)))) restrictWords(scan, words, "word");
}

/** `env -S` splits a text into a command. */
function judgeEnv(scan: Scan, words: readonly Word[]): void {
  if (words.some((word) => /^-[A-Za-z]*S|^--split/.test(wordText(word)))) passAsCode(scan, words);
}
