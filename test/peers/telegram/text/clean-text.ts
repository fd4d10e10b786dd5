import { malformed } from "../api/error.ts";

/** What cleaning leaves, and where each code unit of the input went. */
export interface CleanedText {
  readonly text: string;
  /** `moved[i]` is the new offset of code unit `i`; one more entry for the end. */
  readonly moved: readonly number[];
}

/**
 * The server's cleaning of text: control characters (NUL too) become spaces, CR goes, and so do the line and paragraph
 * separators, the bidirectional embeddings and overrides (U+2028-U+202E) and three combining marks; of a run of
 * direction marks only the last stays. Throws for a lone surrogate, which is not UTF-8.
 */
export function cleanText(input: string): CleanedText {
  assertUtf8(input, "Strings");
  let text = "";
  const moved: number[] = [];
  for (let index = 0; index < input.length; index += 1) {
    moved.push(text.length);
    text += cleanUnit(input.charAt(index));
  }
  moved.push(text.length);
  return { text: text.replaceAll(/[\u200e\u200f]+(?=[\u200e\u200f])/g, (run) => "\u200c".repeat(run.length)), moved };
}

/** Throws "<what> must be encoded in UTF-8" for text with a lone surrogate. */
export function assertUtf8(text: string, what: string): void {
  if (/\p{Surrogate}/u.test(text)) throw malformed(`${what} must be encoded in UTF-8`);
}

/** Text of which nothing can be seen: white space, zero-width characters. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

function cleanUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  if (unit === "\n") return unit;
  if (unit === "\r" || (code >= 0x2028 && code <= 0x202e)) return "";
  if (code === 0x0333 || code === 0x033f || code === 0x030a) return "";
  return code < 32 ? " " : unit;
}
