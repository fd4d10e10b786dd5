/** Combining marks that Telegram takes out of every text without a word (the Bot API server's cleaning of input). */
const LOST = /[\u030a\u0333\u033f]/g;

/**
 * Keeps what Telegram would take away: a mark becomes one character with its letter where there is such a character
 * (Å), else it is shown as `\\u{…}`. Nobody approves a text that differs from what runs.
 */
export function showLost(text: string): string {
  if (text.search(LOST) < 0) return text;
  return text.normalize("NFC").replace(LOST, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
}
