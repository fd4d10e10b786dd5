import { showText } from "../../pipeline/show-text.ts";

/** Half surrogates and the two values that are no characters: no encoding of a picture can hold them. */
const UNENCODABLE = /\p{Cs}|[\ufffe\uffff]/gu;

/**
 * Any text as one line that can be shown: line breaks and tabs become spaces (fault F27), control characters and the like
 * become visible.
 */
export function toLine(text: string): string {
  const joined = text.trim().replaceAll(/[^\S ]+ *| +[^\S ]+ */g, " ");
  return showText(joined).replaceAll(UNENCODABLE, (code) => `\\u{${(code.codePointAt(0) ?? 0).toString(16)}}`);
}

/** At most `max` characters, the last of them `…` where something was left out. Characters are never split. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) return line;
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join("")}…`;
}

/** A line as several of at most `max` characters, broken at spaces where there are any. */
export function wrapLine(line: string, max: number): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(line);
  while (rest.length > max) {
    const space = rest.lastIndexOf(" ", max);
    const end = space > 0 ? space : max;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest.join("")];
}
