/** The characters that mean nothing to a POSIX shell inside a word (workflows-and-checkpoints §21). */
const PLAIN = /^[A-Za-z0-9_./:@%+=,-]+$/;

/** Only such text can be read as part of an arithmetic expression: names would be looked up and evaluated in turn. */
const NUMBER = /^[-+]?(\d+(\.\d+)?|0[xX][0-9A-Fa-f]+)$/;

/** True for text of plain characters only, at least one. */
export function isPlain(value: string): boolean {
  return PLAIN.test(value);
}

/** True for a number as shells and people write it: `-5`, `1.5`, `0x1f`. */
export function isNumber(value: string): boolean {
  return NUMBER.test(value);
}

/** True for plain text that is a word wherever it stands: neither an assignment nor a keyword, in any shell. */
export function isOrdinaryWord(value: string): boolean {
  return isPlain(value) && !value.includes("=") && !isReservedWord(value);
}

/** True for the words that shells read as grammar at the start of a command. */
export function isReservedWord(text: string): boolean {
  return RESERVED_WORDS.has(text);
}

/** True for text that begins like an assignment: `name=`, `name+=`, `name[…]=`. */
export function beginsAssignment(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/.test(text);
}

/** The value as one word of its own: as it is when plain, else in single quotes. */
export function quoteWord(value: string): string {
  // zsh reads `=name` as the path of a program.
  return isPlain(value) && !/(^|:)=/.test(value) ? value : quoteAlways(value);
}

/** The value in single quotes, whatever it is. */
export function quoteAlways(value: string): string {
  return `'${escapeForSingleQuotes(value)}'`;
}

/** The value for a place between single quotes: each quote in it ends them, stands escaped, and opens them again. */
export function escapeForSingleQuotes(value: string): string {
  return value.replaceAll("'", String.raw`'\''`);
}

/** The value for a place between double quotes. */
export function escapeForDoubleQuotes(value: string): string {
  return value.replaceAll(/[\\"$`]/g, String.raw`\$&`);
}

const RESERVED_WORDS: ReadonlySet<string> = new Set(
  [
    "if then elif else fi for while until do done case esac in { } ! [[ ]] function select time coproc",
    // ksh, mksh, yash and zsh
    "namespace repeat foreach end nocorrect noglob always - declare typeset local export readonly integer float",
  ].flatMap((words) => words.split(" ")),
);
