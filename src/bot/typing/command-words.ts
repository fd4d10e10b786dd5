import type { TypingProblem } from "./typing-problem.ts";

/** One word of a command line, unquoted. `equals` is the position in `text` of its first `=` that stood outside quotes. */
export interface CommandWord {
  readonly text: string;
  readonly equals?: number;
}

/** The words of a line, or what keeps it from being read. */
export type SplitLine =
  | { readonly kind: "words"; readonly words: readonly CommandWord[] }
  | { readonly kind: "malformed"; readonly problem: TypingProblem };

/**
 * Splits a line at white space outside quotes. `'…'` is taken literally; in `"…"` a backslash makes `"` and `\` literal
 * and is itself anywhere else; outside quotes a backslash is an ordinary character. Quoted and bare parts that touch
 * are one word. Nothing is expanded, and what was read is never read again.
 */
export function splitWords(line: string): SplitLine {
  const words: CommandWord[] = [];
  let word: CommandWord | undefined;
  for (const { kind, text } of readParts(line)) {
    if (kind === "open") return { kind: "malformed", problem: { kind: "open_quote", quote: text } };
    if (kind === "space") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = extendWord(word, text, kind === "bare");
    }
  }
  if (word !== undefined) words.push(word);
  return { kind: "words", words };
}

/** Quotes a text so that {@link splitWords} reads it back as one word, whatever is in it. */
export function quoteWord(text: string): string {
  if (/^[^\s"'=]+$/.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

interface Part {
  readonly kind: "space" | "bare" | "quoted" | "open";
  readonly text: string;
}

/** White space, 'single', "double", a run of bare characters, or a quote that never closes; one of them fits always. */
const PART = /(?<space>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|(?<bare>[^\s"']+)|(?<open>["'])/gy;

/** The parts of a line. What follows an open quote means nothing. */
function readParts(line: string): readonly Part[] {
  return Array.from(line.matchAll(PART), ({ groups = {}, 0: all }): Part => {
    if (groups["space"] !== undefined) return { kind: "space", text: all };
    if (groups["bare"] !== undefined) return { kind: "bare", text: all };
    if (groups["single"] !== undefined) return { kind: "quoted", text: groups["single"] };
    const double = groups["double"];
    return double === undefined
      ? { kind: "open", text: all }
      : { kind: "quoted", text: double.replaceAll(/\\(["\\])/g, "$1") };
  });
}

function extendWord(word: CommandWord | undefined, text: string, bare: boolean): CommandWord {
  const before = word?.text ?? "";
  const found = bare ? text.indexOf("=") : -1;
  const equals = word?.equals ?? (found < 0 ? undefined : before.length + found);
  return { text: before + text, ...(equals === undefined ? {} : { equals }) };
}
