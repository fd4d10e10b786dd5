import { restrictWords } from "../code/nested-code.ts";
import type { Command } from "./command.ts";
import { scanDelimiter } from "./here-document.ts";
import { scanWord } from "../words/scan-word.ts";
import { peek, skipBlanks, skipContinuations, type Scan } from "../scan.ts";
import { scanSubstitution } from "../words/substitution.ts";
import { createWord, type Word } from "../words/word.ts";

/** Reads a redirection, from its `<` or `>` to behind its target; also `<(…)` and `>(…)`, which are words. */
export function scanRedirection(scan: Scan, command: Command): void {
  const start = scan.at;
  const operator = readOperator(scan);
  command.isFresh = false;
  if (operator === "<(" || operator === ">(") {
    scanSubstitution(scan, start);
    command.words.push({ ...createWord(start), isDynamic: true });
  } else if (operator === "<<" || operator === "<<-") scanDelimiter(scan, operator === "<<-");
  else {
    const target = scanTarget(scan);
    if (operator === "<<<") command.hereStrings.push(target);
    // bash expands the result of expanding such a target once more.
    if (operator.endsWith("&")) restrictWords(scan, [target], "plain");
  }
}

/** Reads the word that a redirection names. */
export function scanTarget(scan: Scan): Word {
  skipBlanks(scan);
  return scanWord(scan, "argument");
}

function readOperator(scan: Scan): string {
  let operator = "";
  for (;;) {
    const unit = peek(scan);
    if (typeof unit !== "string" || !OPERATORS.has(operator + unit)) return operator;
    operator += unit;
    scan.at += 1;
    skipContinuations(scan);
  }
}

const OPERATORS: ReadonlySet<string> = new Set("< << <<- <<< <> <& <( > >> >& >| >(".split(" "));
