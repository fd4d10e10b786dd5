/** Discord takes no part without text. */
export function notEmpty(text: string): string {
  return text.trim() === "" ? "…" : text;
}
