/**
 * What means something to Discord wherever it stands: marks of style, code, spoilers, quotes, links, mentions, times, emoji
 * and headings. A backslash before a mark of ASCII makes it a mark and nothing more. A colon is among them, because an
 * address and the name of an emoji are recognised by it.
 */
const MARKS = /[\\*_~`|<>[\]()#:@]/g;

/** What means something at the beginning of a line only: points of a list, and numbers of one. */
const LEADING = /^([^\S\n]*)(?:([-+])|(\d+)\.)/gm;

/** Writes text so that all of it is shown as it is: nothing in it becomes markup, a link, a mention or a picture. */
export function escapeText(text: string): string {
  return text
    .replace(MARKS, "\\$&")
    .replace(LEADING, (_, space: string, point: string | undefined, number = "") =>
      point === undefined ? `${space}${number}\\.` : `${space}\\${point}`,
    );
}

/** Text as code inside a line; undefined where the text holds what ends code, or shows nothing. */
export function writeCode(text: string): string | undefined {
  return text.includes("`") || text.trim() === "" ? undefined : `\`${text}\``;
}

/** Text as a block of code; undefined where the text holds what ends a block, or lines at its ends that would be lost. */
export function writeCodeBlock(text: string, language = ""): string | undefined {
  if (text.includes("```") || /^\n|\n$/.test(text) || text.trim() === "") return undefined;
  const known = /^[a-z0-9_+.#-]{1,20}$/i.test(language) ? language : "";
  return `\`\`\`${known}\n${text}\n\`\`\``;
}

/** Text as a quote, line by line. An empty line at its end would be a mark without a line. */
export function writeQuote(text: string): string {
  const shown = text.trimEnd();
  if (shown === "") return "";
  return shown
    .split("\n")
    .map((line) => `> ${escapeText(line)}`)
    .join("\n");
}
