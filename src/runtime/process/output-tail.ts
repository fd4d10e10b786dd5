/**
 * The end of what a program said: at most `maxChars` characters, beginning at the beginning of a line. A line that begins
 * earlier is left out whole: its end alone would hide from whoever looks for secrets what it is.
 */
export function keepTail(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const from = text.length - maxChars;
  const lineEnd = text.indexOf("\n", from - 1);
  return lineEnd === -1 ? "" : text.slice(lineEnd + 1);
}
