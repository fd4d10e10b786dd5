import type { Scan } from "../scan.ts";
import { wordText, type Word } from "../words/word.ts";
import { restrictWords } from "./nested-code.ts";

/**
 * The words of `test`, `[ … ]` or `[[ … ]]`: many shells evaluate both sides of a comparison of numbers, and the name that
 * `-v` asks for, running commands in subscripts.
 */
export function judgeTest(scan: Scan, words: readonly Word[]): void {
  for (const [index, word] of words.entries()) {
    const text = wordText(word);
    if (COMPARISONS.has(text))
      restrictWords(
        scan,
        [...words.slice(Math.max(0, index - 1), index), ...words.slice(index + 1, index + 2)],
        "number",
      );
    if (text === "-v" || text === "-R" || text === "-t") restrictWords(scan, words.slice(index + 1, index + 2), "word");
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
