/** What a secret is made of; a cut behind anything else leaves no part of one. */
const WORD = String.raw`[\p{L}\p{N}_.+/=:@~%-]`;
const ENDS_IN_WORD = new RegExp(`${WORD}+$`, "u");
const BEGINS_WITH_WORD = new RegExp(`^${WORD}`, "u");

/**
 * The beginning of what a program or a server said, for a message: at most `maxChars` characters. A word that goes on
 * behind them is left out whole, as far as anything stands before it: its beginning alone would hide from whoever looks for
 * secrets what it is.
 */
export function keepHead(text: string, maxChars: number): string {
  const head = text.slice(0, maxChars);
  if (text.length <= maxChars || !BEGINS_WITH_WORD.test(text.slice(maxChars))) return head;
  return head.replace(ENDS_IN_WORD, "") || head;
}
