import { scanArithmeticCommand } from "../words/arithmetic.ts";
import { beginsArray, scanArray } from "./array.ts";
import { createCommand, type Command } from "./command.ts";
import { scanKeyword } from "./keyword.ts";
import { scanComment, scanLineBreak } from "./lines.ts";
import { judgeCommand } from "../code/judge-command.ts";
import { restrictWords } from "../code/nested-code.ts";
import { scanRedirection, scanTarget } from "./redirection.ts";
import { scanWord } from "../words/scan-word.ts";
import { giveUp, isAt, isSplitOperator, peek, skipBlanks, type Closer, type Ending, type Scan } from "../scan.ts";
import { scanNested } from "../words/substitution.ts";
import { isAssignment, isWrittenOut, wordPlaceholders, wordText, type Word } from "../words/word.ts";

/** Reads commands up to what closes them, or to the end of the text. */
export function scanList(scan: Scan, closer: Closer): Ending {
  const list: List = { closer, command: createCommand() };
  for (;;) {
    skipBlanks(scan);
    const ending = scanPart(scan, list);
    if (ending === undefined) continue;
    finishCommand(scan, list);
    return ending;
  }
}

interface List {
  readonly closer: Closer;
  command: Command;
}

function scanPart(scan: Scan, list: List): Ending | undefined {
  const unit = peek(scan);
  if (unit === undefined) return "end";
  if (isSplitOperator(scan)) {
    giveUp(scan, scan.at);
    return undefined;
  }
  if (unit === ";") return scanSemicolon(scan, list);
  if (unit === ")") return closeParenthesis(scan, list);
  const scanOperator = typeof unit === "string" ? OPERATORS.get(unit) : undefined;
  if (scanOperator === undefined) return scanCommandWord(scan, list);
  scanOperator(scan, list);
  return undefined;
}

const OPERATORS: ReadonlyMap<string, (scan: Scan, list: List) => void> = new Map([
  ["\n", endLine],
  ["#", scanComment],
  ["&", scanAmpersand],
  ["|", scanPipe],
  ["(", openParenthesis],
  ["<", redirect],
  [">", redirect],
]);

function finishCommand(scan: Scan, list: List): void {
  if (!list.command.isList) judgeCommand(scan, list.command);
  list.command = createCommand();
}

function endLine(scan: Scan, list: List): void {
  finishCommand(scan, list);
  scanLineBreak(scan);
}

function redirect(scan: Scan, { command }: List): void {
  scanRedirection(scan, command);
}

/** `;`, or one of the ends of a branch of `case`: `;;`, `;&`, `;;&`, `;|`. */
function scanSemicolon(scan: Scan, list: List): Ending | undefined {
  finishCommand(scan, list);
  const start = scan.at;
  const end = BRANCH_ENDS.find((text) => isAt(scan, text));
  scan.at += end?.length ?? 1;
  if (end === undefined) return undefined;
  if (list.closer === "branch") return "branch";
  giveUp(scan, start);
  return undefined;
}

const BRANCH_ENDS: readonly string[] = [";;&", ";;", ";&", ";|"];

function scanAmpersand(scan: Scan, list: List): void {
  if (isAt(scan, "&>")) {
    scan.at += isAt(scan, "&>>") ? 3 : 2;
    scanTarget(scan);
    // A redirection to some shells; to others the command ends at the `&`.
    list.command.isUnclear = true;
    return;
  }
  finishCommand(scan, list);
  scan.at += isAt(scan, "&&") ? 2 : 1;
}

function scanPipe(scan: Scan, list: List): void {
  finishCommand(scan, list);
  if (!isAt(scan, "||")) scan.hasPipe = true;
  scan.at += isAt(scan, "||") || isAt(scan, "|&") ? 2 : 1;
}

/** A subshell, `((…))`, or behind a name the parentheses of a function. */
function openParenthesis(scan: Scan, list: List): void {
  const start = scan.at;
  const { isFresh, words } = list.command;
  if (isFresh && isAt(scan, "((")) return scanArithmeticCommand(scan);
  scan.at += 1;
  if (isFresh) return scanNested(scan, start);
  skipBlanks(scan);
  const [name, ...others] = words;
  if (name === undefined || others.length > 0 || peek(scan) !== ")") return giveUp(scan, name?.start ?? start);
  scan.at += 1;
  restrictWords(scan, [name], "nothing");
  list.command = createCommand();
}

function closeParenthesis(scan: Scan, list: List): Ending | undefined {
  if (list.closer === "parenthesis") return "parenthesis";
  giveUp(scan, scan.at);
  return undefined;
}

function scanCommandWord(scan: Scan, list: List): Ending | undefined {
  const { command } = list;
  const isFirst = command.words.length === 0 && !command.isList;
  const word = scanWord(scan, isFirst ? "command" : "argument");
  if (command.isUnclear) restrictWords(scan, [word], "nothing");
  if (isDescriptor(scan, word)) return undefined;
  if (beginsArray(scan, word)) scanArray(scan);
  if (isFirst && isAssignment(word)) scan.assigned.push(...wordPlaceholders(word));
  else if (!command.isFresh || !isWrittenOut(word)) command.words.push(word);
  else return scanFirstWord(scan, list, word);
  command.isFresh = false;
  return undefined;
}

/** A keyword or the name of a command. */
function scanFirstWord(scan: Scan, list: List, word: Word): Ending | undefined {
  const text = wordText(word);
  if (text === "esac" && list.closer === "branch") return "esac";
  const following = scanKeyword(scan, text);
  if (following !== undefined) list.command = following;
  else {
    list.command.isFresh = false;
    list.command.words.push(word);
  }
  return undefined;
}

/** The `2` of `2>`. */
function isDescriptor(scan: Scan, word: Word): boolean {
  return /^[0-9]+$/.test(word.prefix) && isWrittenOut(word) && (peek(scan) === "<" || peek(scan) === ">");
}
