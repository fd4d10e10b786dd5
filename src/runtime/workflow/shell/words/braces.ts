import { createPlace, type Trust } from "../place.ts";
import { scanBackslash, scanDoubleQuotes, scanSingleQuotes } from "./quotes.ts";
import {
  giveUp,
  notePlace,
  passLineBreak,
  peek,
  readNested,
  skipContinuations,
  type Around,
  type Scan,
} from "../scan.ts";
import { createWord } from "./word.ts";

/** Reads `${…}` from the brace on. `start` is its `$`. */
export function scanBraces(scan: Scan, start: number, around: Around): void {
  scan.at += 1;
  scan.depth += 1;
  readNested(scan, start, () => {
    const trust = scanHead(scan);
    if (trust === undefined) giveUp(scan, start);
    else scanBody(scan, start, around, trust);
  });
  scan.depth -= 1;
}

/**
 * Reads the name and the operator; how much is let in behind them. Undefined for what is not the same to all shells, such
 * as the flags of zsh.
 */
function scanHead(scan: Scan): Trust | undefined {
  skipContinuations(scan);
  const [head = ""] = HEAD.exec(plainText(scan)) ?? [];
  scan.at += head.length;
  const next = peek(scan);
  if (next !== undefined && typeof next !== "string") return "nothing";
  const [operator = ""] = OPERATOR.exec(plainText(scan)) ?? [];
  scan.at += operator.length;
  if (operator === "") return next === "}" ? "nothing" : undefined;
  return operatorTrust(operator);
}

/** `${#name`, `${!name`, `${name[index]`. */
const HEAD = /^[#!]?([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*?$!#-])?(\[[A-Za-z0-9_@*$+-]*\])?/;

const OPERATOR = /^(:?[-=+?]|##?|%%?|\/[/#%]?|\^\^?|,,?|:|@)/;

function operatorTrust(operator: string): Trust {
  if (/[-=+?#%/]/.test(operator)) return "plain";
  // A part of the value by position: shells evaluate it. The rest changes the value by a letter.
  return operator === ":" ? "number" : "nothing";
}

/** The text at the position, up to a placeholder. */
function plainText(scan: Scan): string {
  let text = "";
  for (let ahead = 0; ahead < MAX_HEAD; ahead += 1) {
    const unit = peek(scan, ahead);
    if (typeof unit !== "string") break;
    text += unit;
  }
  return text;
}

const MAX_HEAD = 200;

function scanBody(scan: Scan, start: number, around: Around, trust: Trust): void {
  const word = createWord(scan.at);
  for (;;) {
    skipContinuations(scan);
    const unit = peek(scan);
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (unit === "}") break;
    if (typeof unit !== "string") notePlace(scan, unit, createPlace("none", trust));
    else if (unit === "\\") scanBackslash(scan, word);
    else if (unit === "$" || unit === "`") scan.grammar.scanExpansion(scan, word, around);
    else if (unit === "\n") passLineBreak(scan);
    else if (unit !== "'" && unit !== '"') scan.at += 1;
    else if (around === "bare") scanQuotes(scan, unit);
    else if (!skipInnerQuotes(scan)) return giveUp(scan, start);
  }
  scan.at += 1;
}

function scanQuotes(scan: Scan, quote: string): void {
  if (quote === "'") scanSingleQuotes(scan, createWord(scan.at));
  else scanDoubleQuotes(scan, createWord(scan.at));
}

/** Quotes in braces in double quotes: shells agree only while there is nothing in them that could end something. */
function skipInnerQuotes(scan: Scan): boolean {
  const [inner] = /^"[^"'`\\{}()\n]*"/.exec(plainText(scan)) ?? [];
  scan.at += inner?.length ?? 0;
  return inner !== undefined;
}
