import { skipLines } from "./lines.ts";
import { isWordEnd, scanWord } from "../words/scan-word.ts";
import { giveUp, peek, type Scan } from "../scan.ts";
import { isWrittenOut, wordPlaceholders, wordText, type Word } from "../words/word.ts";

/** True when the word is the `name=` of `name=(…)` and the position is behind it. */
export function beginsArray(scan: Scan, word: Word): boolean {
  return peek(scan) === "(" && isWrittenOut(word) && /^[A-Za-z_][A-Za-z0-9_]*\+?=$/.test(wordText(word));
}

/** Reads the `(…)` of an array assignment. */
export function scanArray(scan: Scan): void {
  const start = scan.at;
  scan.at += 1;
  for (;;) {
    skipLines(scan);
    const unit = peek(scan);
    if (unit === ")") break;
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (typeof unit === "string" && isWordEnd(unit)) return giveUp(scan, start);
    scan.assigned.push(...wordPlaceholders(scanWord(scan, "element")));
  }
  scan.at += 1;
}
