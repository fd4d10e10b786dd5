/** The length of text as Discord counts it: in code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
