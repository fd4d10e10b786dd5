import { LobsterError } from "../errors.ts";

/**
 * Splits a pipeline into the texts of its stages at every `|` outside quotes (stages-and-cli §1.1). A trailing `|` is
 * tolerated. Throws `invalid_request`: `Empty pipeline`, `Empty command stage`, `Unclosed quote`.
 */
export function splitStages(text: string): string[] {
  if (text.trim() === "") throw grammarError("Empty pipeline");
  const texts: string[] = [];
  let start = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === "|") {
      texts.push(trimStage(text.slice(start, at)));
      start = at + 1;
    }
  }
  if (quote !== "") throw grammarError("Unclosed quote");
  const last = trimStage(text.slice(start));
  if (last !== "" || texts.length === 0) texts.push(last);
  if (texts.includes("")) throw grammarError("Empty command stage");
  return texts;
}

/** A line may go on behind a backslash before a `|`, as the documentation writes it. */
function trimStage(text: string): string {
  return text.replace(/\\\r?\n\s*$/, "").trim();
}

/**
 * Splits the text of one stage into words (§1.2). Words end at space, tab, LF and CR only, and at a backslash that ends
 * its line: stray words are refused, so it must not become one (fault F8). `''` and `""` are words. Throws `Unclosed quote`, also for a single-quoted word that ends in a backslash: `\'` is a quote in there.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "'" || character === '"') {
      const piece = readQuoted(text, at + 1, character);
      word = (word ?? "") + piece.value;
      at = piece.end;
    } else {
      const separates = SEPARATORS.has(character) || (character === "\\" && CONTINUATION.test(text.slice(at, at + 3)));
      if (!separates) word = (word ?? "") + character;
      else if (word !== undefined) {
        words.push(word);
        word = undefined;
      }
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

const CONTINUATION = /^\\\r?\n/;
const SEPARATORS: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);
const DOUBLE_QUOTE_ESCAPES: ReadonlySet<string> = new Set(['"', "\\", "$", "`"]);

/** Reads from just behind an opening quote to just behind the closing one. */
function readQuoted(text: string, start: number, quote: string): { readonly value: string; readonly end: number } {
  let value = "";
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return { value, end: at + 1 };
    const escaped = character === "\\" ? readEscape(text.charAt(at + 1), quote) : undefined;
    value += escaped ?? character;
    if (escaped !== undefined) at += 1;
  }
  throw grammarError("Unclosed quote");
}

/** What a backslash and its follower stand for, or undefined for a backslash that is one. */
function readEscape(follower: string, quote: string): string | undefined {
  if (quote === "'") return follower === "'" ? "'" : undefined;
  if (follower === "\n") return "";
  return DOUBLE_QUOTE_ESCAPES.has(follower) ? follower : undefined;
}

/** A pipeline text that cannot be understood: the caller's mistake, nothing was touched. */
export function grammarError(message: string): LobsterError {
  return new LobsterError("invalid_request", message);
}
