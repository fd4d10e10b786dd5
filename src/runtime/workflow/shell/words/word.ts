import { placeholdersIn, unitsText, type Placeholder, type Unit } from "../placeholder.ts";
import { beginsAssignment, isPlain, isReservedWord } from "../quoting.ts";

/** A word of a command, as the command will see it. */
export interface Word {
  /** Where it begins in the text. */
  readonly start: number;
  /** Its text without quotes, as far as that is known: what expansions give is not part of it. */
  readonly cooked: Unit[];
  /** The placeholders outside quotes. */
  readonly bare: Placeholder[];
  /** The unquoted text it begins with. */
  prefix: string;
  /** Characters outside quotes that mean something to the shell: patterns, braces, `~`. */
  special: string;
  isQuoted: boolean;
  /** It holds an expansion. */
  isDynamic: boolean;
}

/** A word that begins at `start`, still empty. */
export function createWord(start: number): Word {
  return { start, cooked: [], bare: [], prefix: "", special: "", isQuoted: false, isDynamic: false };
}

/** Adds a character that stands outside quotes. */
export function addUnquoted(word: Word, character: string): void {
  if (isPrefix(word)) word.prefix += character;
  if (!isPlain(character)) word.special += character;
  word.cooked.push(character);
}

/** The word's text, values included. */
export function wordText(word: Word): string {
  return unitsText(word.cooked);
}

/** The word's placeholders, in any quotes. */
export function wordPlaceholders(word: Word): readonly Placeholder[] {
  return placeholdersIn(word.cooked);
}

/** True for a word that is written out, with neither quotes nor placeholders nor expansions. */
export function isWrittenOut(word: Word): boolean {
  return isPrefix(word) && word.prefix !== "";
}

/** True when the text itself, not a value, makes the word an assignment. */
export function isAssignment(word: Word): boolean {
  return beginsAssignment(hasOpenSubscript(word, false) ? wordText(word) : word.prefix);
}

/** True when its values would make a first word an assignment or a keyword. */
export function becomesGrammar(word: Word): boolean {
  if (word.isQuoted || word.isDynamic || word.bare.length === 0 || isAssignment(word)) return false;
  const text = wordText(word);
  return beginsAssignment(text) || isReservedWord(text);
}

/** True when there is text in an array subscript that has not ended with the prefix; shells evaluate it. */
export function hasOpenSubscript(word: Word, isElement: boolean): boolean {
  return (isElement ? /^\[[^\]]*$/ : /^[A-Za-z_][A-Za-z0-9_]*\[[^\]]*$/).test(word.prefix);
}

/** True when the text alone may give the command other words than it shows: expansions, patterns, braces. */
export function isUncertain(word: Word): boolean {
  return word.isDynamic || (/[{*?[]/.test(word.special) && !["[", "[["].includes(wordText(word)));
}

function isPrefix(word: Word): boolean {
  return word.prefix.length === word.cooked.length && !word.isQuoted && !word.isDynamic;
}
