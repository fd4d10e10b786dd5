/**
 * Text from data, safe to show at a terminal: control characters (escape sequences among them) and direction overrides
 * become visible `\u{…}` forms; newline and tab stay.
 */
export function showText(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}
