/**
 * A pipeline given as several words becomes one text that reads as the same words: a word that the pipeline grammar would
 * take apart is quoted, so that `run exec --shell 'a b'` keeps `a b` whole (fault F36). A single word is a whole pipeline.
 */
export function joinWords(words: readonly string[]): string {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return only;
  return words.map(quoteWord).join(" ");
}

/** Words that are stage separators stay; everything the grammar would split or unquote goes into double quotes. */
function quoteWord(word: string): string {
  if (word === "|" || /^[^\s'"|]+$/.test(word)) return word;
  return `"${word.replaceAll(/["\\$`]/g, (character) => `\\${character}`)}"`;
}
