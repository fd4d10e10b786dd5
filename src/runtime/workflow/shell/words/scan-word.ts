import { createPlace, type Trust } from "../place.ts";
import { scanBackslash, scanDoubleQuotes, scanSingleQuotes } from "./quotes.ts";
import { notePlace, peek, restrictPlaceholder, skipContinuations, type Scan } from "../scan.ts";
import { addUnquoted, becomesGrammar, createWord, hasOpenSubscript, wordPlaceholders, type Word } from "./word.ts";

/** What a word is to the command: its first word (or an assignment before it), a later one, part of `[[ … ]]` or an array. */
export type WordRole = "command" | "argument" | "condition" | "element";

/** Reads one word, up to a character that ends words, and finds how its placeholders are quoted. */
export function scanWord(scan: Scan, role: WordRole): Word {
  const word = createWord(scan.at);
  for (;;) {
    skipContinuations(scan);
    const unit = peek(scan);
    if (unit === undefined || (typeof unit === "string" && isWordEnd(unit))) break;
    if (typeof unit !== "string") {
      word.bare.push(unit);
      word.cooked.push(unit);
      notePlace(scan, unit, createPlace("bare", "any"));
    } else scanUnquoted(scan, word, unit);
  }
  settle(scan, word, role);
  return word;
}

/** True for the characters that end a word outside quotes. */
export function isWordEnd(character: string): boolean {
  return " \t\n;&|<>()".includes(character);
}

function scanUnquoted(scan: Scan, word: Word, character: string): void {
  switch (character) {
    case "'":
      return scanSingleQuotes(scan, word);
    case '"':
      return scanDoubleQuotes(scan, word);
    case "\\":
      return scanBackslash(scan, word);
    case "$":
    case "`":
      return scan.grammar.scanExpansion(scan, word, "bare");
    default:
      addUnquoted(word, character);
      scan.at += 1;
  }
}

/** What only the whole word can tell: whether a plain value would take part in a pattern, a number before `>`, a keyword. */
function settle(scan: Scan, word: Word, role: WordRole): void {
  if (hasOpenSubscript(word, role === "element")) return restrictAll(scan, word, "number");
  const next = peek(scan);
  const isRisky =
    role === "condition" ||
    word.special !== "" ||
    next === "<" ||
    next === ">" ||
    (role === "command" && becomesGrammar(word));
  for (const placeholder of word.bare) {
    const place = scan.places.get(placeholder);
    if (isRisky && place !== undefined) place.alwaysQuoted = true;
  }
  // Some shells look a home directory up even when the name behind `~` is quoted.
  if (/(^|[=:])~[^/]*$/.test(word.prefix)) restrictAll(scan, word, "nothing");
}

function restrictAll(scan: Scan, word: Word, trust: Trust): void {
  for (const placeholder of wordPlaceholders(word)) restrictPlaceholder(scan, placeholder, trust);
}
