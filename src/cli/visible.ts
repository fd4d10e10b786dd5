/** Control, bidirectional and other invisible characters that could make a terminal show something else than the text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text for a terminal: line breaks and tabs stay, every other control or format character is shown as `\u{…}`. */
export function showVisibly(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
