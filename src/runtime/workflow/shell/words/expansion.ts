import { scanArithmetic } from "./arithmetic.ts";
import { scanBraces } from "./braces.ts";
import { createPlace } from "../place.ts";
import { scanDollarQuotes, scanDoubleQuotes } from "./quotes.ts";
import { giveUp, notePlace, peek, skipContinuations, type Around, type Scan } from "../scan.ts";
import { scanBackquotes, scanSubstitution } from "./substitution.ts";
import { addUnquoted, type Word } from "./word.ts";

/** Reads what begins with `$` or a backquote, to behind its end. */
export function scanExpansion(scan: Scan, word: Word, around: Around): void {
  if (peek(scan) === "`") {
    word.isDynamic = true;
    scanBackquotes(scan, around);
  } else scanDollar(scan, word, around);
}

function scanDollar(scan: Scan, word: Word, around: Around): void {
  const start = scan.at;
  scan.at += 1;
  skipContinuations(scan);
  const unit = peek(scan);
  if (unit !== undefined && typeof unit !== "string") {
    // The value would be read as the name of a variable.
    notePlace(scan, unit, createPlace("none", "nothing"));
    word.cooked.push("$", unit);
  } else if (unit === "'" && around === "bare") scanDollarQuotes(scan, word);
  else if (unit === '"' && around === "bare") scanTranslated(scan, word);
  else if (unit !== undefined && /[A-Za-z0-9_@*#?$!{([-]/.test(unit)) {
    word.isDynamic = true;
    scanParameter(scan, unit, start, around);
  } else {
    if (around === "bare") addUnquoted(word, "$");
    else word.cooked.push("$");
    // zsh takes these for flags before a name.
    if (unit !== undefined && "=~^+".includes(unit)) scan.nameEnd = scan.at + 1;
  }
}

function scanParameter(scan: Scan, first: string, start: number, around: Around): void {
  if (first === "{") return scanBraces(scan, start, around);
  if (first === "(") return scanParentheses(scan, start);
  // The old form of `$((…))`; plain text to other shells.
  if (first === "[") return giveUp(scan, start);
  scan.at += 1;
  skipContinuations(scan);
  if (/[A-Za-z_]/.test(first)) skipName(scan);
  scan.nameEnd = scan.at;
  if (first === "$") assertEnd(scan, start, around);
}

/** `$$` is a parameter, or to zsh a dollar and the beginning of something: only what is the same to both goes on. */
function assertEnd(scan: Scan, start: number, around: Around): void {
  const next = peek(scan);
  if (next === undefined) return;
  const isSame = typeof next === "string" && !(around === "bare" ? "'\"{([$" : "{([$").includes(next);
  if (!isSame) giveUp(scan, start);
}

function skipName(scan: Scan): void {
  for (;;) {
    const unit = peek(scan);
    if (typeof unit !== "string" || !/[A-Za-z0-9_]/.test(unit)) return;
    scan.at += 1;
    skipContinuations(scan);
  }
}

function scanParentheses(scan: Scan, start: number): void {
  scan.at += 1;
  skipContinuations(scan);
  if (peek(scan) !== "(") return scanSubstitution(scan, start);
  scan.at += 1;
  scanArithmetic(scan, start);
}

/** `$"…"` is translated text to some shells, a `$` and double quotes to others. */
function scanTranslated(scan: Scan, word: Word): void {
  word.isDynamic = true;
  scan.depth += 1;
  scanDoubleQuotes(scan, word);
  scan.depth -= 1;
}
