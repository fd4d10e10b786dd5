/** A way an option is written: `--name value` or `--name=value`. */
export interface OptionTable {
  readonly [name: string]: "text" | "flag" | "optional";
}

/** Options found in a list of words, and the words that are left, in order. */
export interface ParsedWords {
  readonly options: ReadonlyMap<string, string | true>;
  readonly rest: readonly string[];
}

/** A command line that cannot be understood. */
export class UsageError extends Error {}

/**
 * Takes the options of `table` out of `words`, wherever they stand before a `--`. `text` needs a value; `flag` takes
 * none; `optional` takes the next word when it does not begin with `--`. A missing value is an error (fault F36).
 */
export function parseWords(command: string, words: readonly string[], table: OptionTable): ParsedWords {
  const options = new Map<string, string | true>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      rest.push(...words.slice(at + 1));
      break;
    }
    const [name, inline] = splitOption(word);
    const kind = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
    if (name === undefined || kind === undefined) {
      rest.push(word);
      continue;
    }
    if (options.has(name)) throw new UsageError(`${command} --${name} is given twice`);
    const next = words[at + 1];
    if (kind === "flag") {
      if (inline !== undefined) throw new UsageError(`${command} --${name} takes no value`);
      options.set(name, true);
    } else if (inline !== undefined) {
      options.set(name, inline);
    } else if (next !== undefined && (kind === "text" || !next.startsWith("--"))) {
      options.set(name, next);
      at += 1;
    } else if (kind === "optional") {
      options.set(name, true);
    } else {
      throw new UsageError(`${command} --${name} needs a value`);
    }
  }
  return { options, rest };
}

/** The text of an option, or undefined. */
export function textOption(parsed: ParsedWords, name: string): string | undefined {
  const value = parsed.options.get(name);
  return typeof value === "string" ? value : undefined;
}

function splitOption(word: string): readonly [name?: string, value?: string] {
  const match = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(word);
  if (match === null) return [];
  const [, name, value] = match;
  return name === undefined ? [] : value === undefined ? [name] : [name, value];
}
