/**
 * Splits a command line of the SDK's `exec` into the program and its arguments (stages-and-cli §19.3): spaces and tabs
 * separate; inside single or double quotes a backslash takes the next character as it is; outside it is a character like
 * any other. An open quote runs to the end. `''` and `""` are empty arguments.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (character === "\\" && at + 1 < line.length) word += line.charAt((at += 1));
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
