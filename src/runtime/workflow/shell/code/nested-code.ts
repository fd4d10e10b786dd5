import { restrict, type Trust } from "../place.ts";
import { unitsText, type Placeholder } from "../placeholder.ts";
import { restrictPlaceholder, type Scan } from "../scan.ts";
import { isUncertain, wordPlaceholders, type Word } from "../words/word.ts";

/** Lowers what is let in at every placeholder of these words. */
export function restrictWords(scan: Scan, words: readonly Word[], trust: Trust): void {
  for (const placeholder of words.flatMap(wordPlaceholders)) restrictPlaceholder(scan, placeholder, trust);
}

/**
 * These words are commands to somebody: a value goes in only if it is plain, and if it would stay one where it stands in
 * those commands.
 */
export function passAsCode(scan: Scan, words: readonly Word[]): void {
  for (const word of words) {
    if (word.isDynamic && scan.assignedTrust === "any") scan.assignedTrust = "word";
    if (wordPlaceholders(word).length === 0) continue;
    if (isUncertain(word) || word.special !== "") passUnknownCode(scan, word);
    else passKnownCode(scan, word);
  }
}

function passKnownCode(scan: Scan, word: Word): void {
  for (const [placeholder, inner] of scan.grammar.scanCode(word.cooked, scan.nesting + 1)) {
    restrictPlaceholder(scan, placeholder, "plain");
    const place = scan.places.get(placeholder);
    if (place === undefined) continue;
    if (place.inner !== undefined) restrict(inner, place.inner.trust);
    place.inner = inner;
  }
}

/** Only a part of the code is known: what stands directly before each value. */
function passUnknownCode(scan: Scan, word: Word): void {
  for (const [index, unit] of word.cooked.entries()) {
    if (typeof unit !== "string") restrictPlaceholder(scan, unit, unknownTrust(unitsText(word.cooked.slice(0, index))));
  }
}

function unknownTrust(before: string): Trust {
  if (/(\$[A-Za-z0-9_]*|\\)$/.test(before)) return "nothing";
  return /\(\(|\[|\blet\b/.test(before) ? "number" : "word";
}

/**
 * The command that was just read runs its input: the here-documents of its line and, behind a pipe, anything that came
 * before.
 */
export function restrictInput(scan: Scan): void {
  for (const document of scan.pending) document.trust = "word";
  if (!scan.hasPipe) return;
  const placeholders: readonly Placeholder[] = [...scan.places.keys()];
  for (const placeholder of placeholders) restrictPlaceholder(scan, placeholder, "word");
}
