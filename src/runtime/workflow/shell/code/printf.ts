import type { Scan } from "../scan.ts";
import { isUncertain, wordText, type Word } from "../words/word.ts";
import { restrictWords } from "./nested-code.ts";

/**
 * The words behind `printf`: `-v` names a variable, subscript and all, and some shells evaluate what they print as a
 * number.
 */
export function judgePrintf(scan: Scan, words: readonly Word[]): void {
  const rest = words[0] !== undefined && wordText(words[0]) === "--" ? words.slice(1) : words;
  const [format, ...values] = rest;
  if (format === undefined) return;
  if (isUncertain(format) || wordText(format).startsWith("-v")) return restrictWords(scan, rest, "word");
  const conversions = readConversions(wordText(format));
  for (const [index, value] of values.entries()) {
    if (conversions[index % conversions.length] === "number") restrictWords(scan, [value], "number");
  }
}

/** What each value in turn is printed as; a width or precision of `*` takes a number of its own. */
function readConversions(format: string): readonly ("number" | "text")[] {
  return [...format.matchAll(CONVERSION)].flatMap(([whole]) => {
    const stars = Array.from(whole.matchAll(/\*/g), () => "number" as const);
    if (whole.endsWith("%")) return stars;
    return [...stars, /[sbqc]$/.test(whole) ? ("text" as const) : ("number" as const)];
  });
}

const CONVERSION = /%[^A-Za-z%]*(?:[hlLjztq]+(?=[A-Za-z]))?(?:\([^)]*\)T|[A-Za-z%])/g;
