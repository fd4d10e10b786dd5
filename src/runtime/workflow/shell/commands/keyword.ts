import { scanArithmeticCommand } from "../words/arithmetic.ts";
import { createCommand, type Command } from "./command.ts";
import { scanLineBreak, scanComment, skipLines } from "./lines.ts";
import { isWordEnd, scanWord } from "../words/scan-word.ts";
import { giveUp, isAt, isSplitOperator, peek, readNested, skipBlanks, skipContinuations, type Scan } from "../scan.ts";
import { restrictWords } from "../code/nested-code.ts";
import { judgeTest } from "../code/tests.ts";
import { isWrittenOut, wordText, type Word } from "../words/word.ts";

/**
 * Reads what belongs to a keyword at the start of a command; the command that may stand behind it. Undefined when the word
 * is none.
 */
export function scanKeyword(scan: Scan, keyword: string): Command | undefined {
  return KEYWORDS.get(keyword)?.(scan);
}

const KEYWORDS: ReadonlyMap<string, (scan: Scan) => Command> = new Map([
  ...["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "{", "}", "!"].map(
    (keyword): [string, () => Command] => [keyword, createCommand],
  ),
  ["case", scanCase],
  ["for", scanFor],
  ["select", scanFor],
  ["function", scanFunctionName],
  ["time", scanTime],
  // A name may follow, or not.
  ["coproc", () => ({ ...createCommand(), isUnclear: true })],
  ["[[", scanCondition],
]);

function scanCase(scan: Scan): Command {
  const start = scan.at;
  skipBlanks(scan);
  scanWord(scan, "argument");
  skipLines(scan);
  if (!isKeyword(scanWord(scan, "argument"), "in")) giveUp(scan, start);
  readNested(scan, start, () => {
    while (scanBranch(scan));
  });
  return createCommand();
}

/** Reads `pattern) commands ;;`. False after the last one. */
function scanBranch(scan: Scan): boolean {
  skipLines(scan);
  const start = scan.at;
  const hasParenthesis = peek(scan) === "(";
  if (hasParenthesis) scan.at += 1;
  skipBlanks(scan);
  const pattern = scanWord(scan, "command");
  if (!hasParenthesis && isKeyword(pattern, "esac")) return false;
  const isRead = scanPatterns(scan);
  // Inside `$(…)`, bash before version 4 (the `sh` of macOS) takes a `)` without its `(` for the end.
  if (!isRead || (scan.depth > 0 && !hasParenthesis)) giveUp(scan, start);
  return scan.grammar.scanList(scan, "branch") === "branch";
}

/** Reads further patterns and the `)`. */
function scanPatterns(scan: Scan): boolean {
  for (;;) {
    skipBlanks(scan);
    const unit = peek(scan);
    scan.at += 1;
    if (unit === ")") return true;
    if (unit !== "|") return false;
    skipBlanks(scan);
    scanWord(scan, "argument");
  }
}

/** Reads the name and `in`; or the parentheses of an arithmetic loop. */
function scanFor(scan: Scan): Command {
  skipBlanks(scan);
  if (isSplitOperator(scan)) giveUp(scan, scan.at);
  if (isAt(scan, "((")) {
    scanArithmeticCommand(scan);
    return createCommand();
  }
  restrictWords(scan, [scanWord(scan, "argument")], "nothing");
  skipLines(scan);
  const behind = peek(scan, 2);
  const hasList = isAt(scan, "in") && (behind === undefined || (typeof behind === "string" && isWordEnd(behind)));
  if (!hasList) return createCommand();
  scan.at += 2;
  return { ...createCommand(), isFresh: false, isList: true };
}

function scanFunctionName(scan: Scan): Command {
  skipBlanks(scan);
  restrictWords(scan, [scanWord(scan, "argument")], "nothing");
  return createCommand();
}

/** `-p` and `--` may follow, in this order; every other word is the command, or a keyword again. */
function scanTime(scan: Scan): Command {
  for (const option of ["-p", "--"]) {
    skipBlanks(scan);
    skipText(scan, option);
  }
  return createCommand();
}

/** Goes past a word that is written like this, perhaps over several lines. */
function skipText(scan: Scan, text: string): void {
  const start = scan.at;
  for (const character of text) {
    skipContinuations(scan);
    if (peek(scan) !== character) {
      scan.at = start;
      return;
    }
    scan.at += 1;
  }
  skipContinuations(scan);
  const next = peek(scan);
  if (next !== undefined && (typeof next !== "string" || !isWordEnd(next))) scan.at = start;
}

/** Reads up to behind `]]`. Shells without it see a command here: the quoting is the same. */
function scanCondition(scan: Scan): Command {
  const words: Word[] = [];
  for (;;) {
    skipBlanks(scan);
    const unit = peek(scan);
    if (unit === undefined) break;
    if (unit === "\n") scanLineBreak(scan);
    else if (unit === "#") scanComment(scan);
    else if (isSplitOperator(scan) || isAt(scan, "<<") || isAt(scan, "<(") || isAt(scan, ">(")) giveUp(scan, scan.at);
    else if (unit === "(" && words.some((word) => wordText(word) === "=~")) scanGroup(scan);
    else if (typeof unit === "string" && isWordEnd(unit)) scan.at += 1;
    else {
      const word = scanWord(scan, "condition");
      if (isKeyword(word, "]]")) break;
      words.push(word);
    }
  }
  judgeTest(scan, words);
  return createCommand();
}

/** Parentheses of a pattern behind `=~`: shells agree on their end while nothing in them is quoted. */
function scanGroup(scan: Scan): void {
  const start = scan.at;
  let open = 0;
  do {
    const unit = peek(scan);
    if (typeof unit !== "string" || "'\"\\`$\n".includes(unit)) return giveUp(scan, start);
    if (unit === "(") open += 1;
    if (unit === ")") open -= 1;
    scan.at += 1;
  } while (open > 0);
}

function isKeyword(word: Word, keyword: string): boolean {
  return isWrittenOut(word) && wordText(word) === keyword;
}
