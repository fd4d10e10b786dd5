import { createPlace, type Place } from "../place.ts";
import type { Placeholder } from "../placeholder.ts";
import { giveUp, isAt, notePlace, passLineBreak, peek, skipContinuations, type Scan } from "../scan.ts";
import type { Word } from "./word.ts";

/** Reads `'…'`, from the opening quote to behind the closing one. */
export function scanSingleQuotes(scan: Scan, word: Word): void {
  const start = scan.at;
  scan.at += 1;
  word.isQuoted = true;
  for (;;) {
    const unit = peek(scan);
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (typeof unit !== "string") addPlaceholder(scan, word, unit, createPlace("single", "any"));
    else if (unit === "'") break;
    else addCharacter(scan, word, unit);
  }
  scan.at += 1;
}

/** Reads `"…"`, from the opening quote to behind the closing one. */
export function scanDoubleQuotes(scan: Scan, word: Word): void {
  const start = scan.at;
  scan.at += 1;
  word.isQuoted = true;
  for (;;) {
    skipContinuations(scan);
    const unit = peek(scan);
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (typeof unit !== "string") addPlaceholder(scan, word, unit, createPlace("double", "any"));
    else if (unit === '"') break;
    else if (unit === "\\") scanBackslashInQuotes(scan, word);
    else if (unit === "$" || unit === "`") scan.grammar.scanExpansion(scan, word, "double");
    else addCharacter(scan, word, unit);
  }
  scan.at += 1;
}

/**
 * Reads `$'…'`, from the opening quote. To shells that do not know it, it is a `$` and single quotes: both end at the same
 * place unless a quote is escaped.
 */
export function scanDollarQuotes(scan: Scan, word: Word): void {
  const start = scan.at;
  scan.at += 1;
  word.isQuoted = true;
  word.isDynamic = true;
  for (;;) {
    const unit = peek(scan);
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (typeof unit !== "string") addPlaceholder(scan, word, unit, createPlace("none", "plain"));
    else if (unit === "'") break;
    else if (unit !== "\\") addCharacter(scan, word, unit);
    else if (isAt(scan, "\\'") || typeof peek(scan, 1) === "object") return giveUp(scan, start);
    else scan.at += 2;
  }
  scan.at += 1;
}

/** Reads a backslash outside quotes and what it stands before. */
export function scanBackslash(scan: Scan, word: Word): void {
  scan.at += 1;
  word.isQuoted = true;
  const unit = peek(scan);
  if (unit === undefined) word.cooked.push("\\");
  else if (typeof unit !== "string") addPlaceholder(scan, word, unit, behindBackslash());
  else addCharacter(scan, word, unit);
}

/** Inside double quotes a backslash stands for itself before most characters. */
function scanBackslashInQuotes(scan: Scan, word: Word): void {
  const next = peek(scan, 1);
  if (next === undefined || typeof next !== "string" || !'$`"\\'.includes(next)) word.cooked.push("\\");
  scan.at += 1;
  if (next === undefined) return;
  if (typeof next === "string") addCharacter(scan, word, next);
  else addPlaceholder(scan, word, next, behindBackslash());
}

function behindBackslash(): Place {
  return { ...createPlace("none", "plain", true), afterBackslash: true };
}

function addPlaceholder(scan: Scan, word: Word, placeholder: Placeholder, place: Place): void {
  notePlace(scan, placeholder, place);
  word.cooked.push(placeholder);
}

function addCharacter(scan: Scan, word: Word, character: string): void {
  word.cooked.push(character);
  if (character === "\n") passLineBreak(scan);
  else scan.at += 1;
}
