/** Shortens a text at a character, never inside one. Lengths are UTF-16 code units, of which no platform counts more. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > maxChars - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
