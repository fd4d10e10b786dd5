import { REFERENCE_PATTERN, toReference, type Reference } from "../reference.ts";
import { unsupportedCondition } from "./unsupported.ts";

/** A word of a condition. `offset` is where it starts in the text (0-based). */
export type Token = Lexeme & { readonly offset: number };

type Lexeme =
  | { readonly kind: "symbol"; readonly symbol: string }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "literal"; readonly value: string | number }
  | { readonly kind: "word"; readonly text: string };

interface Rule {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => Lexeme;
}

const SPACE = /\s+/y;

/** Tried in this order where a token starts. Longer symbols stand before their beginnings. */
const RULES: readonly Rule[] = [
  { pattern: /&&|\|\||[=!<>]=|[!<>()]/y, read: ([symbol]) => ({ kind: "symbol", symbol }) },
  {
    pattern: new RegExp(REFERENCE_PATTERN, "y"),
    read: (match) => ({ kind: "reference", reference: toReference(match) }),
  },
  {
    pattern: /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy,
    read: ([quoted]) => ({ kind: "literal", value: unquote(quoted) }),
  },
  { pattern: /-?\d+(?:\.\d+)?/y, read: ([digits]) => ({ kind: "literal", value: Number(digits) }) },
  { pattern: /[A-Za-z_][A-Za-z0-9_-]*/y, read: ([text]) => ({ kind: "word", text }) },
];

/** Splits a condition into tokens. Throws `invalid_condition` at the first character that starts none. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let offset = skipSpace(text, 0);
  while (offset < text.length) {
    const { lexeme, end } = readToken(text, offset);
    tokens.push({ ...lexeme, offset });
    offset = skipSpace(text, end);
  }
  return tokens;
}

function readToken(text: string, offset: number): { readonly lexeme: Lexeme; readonly end: number } {
  for (const { pattern, read } of RULES) {
    const match = matchAt(pattern, text, offset);
    if (match !== null) return { lexeme: read(match), end: offset + match[0].length };
  }
  throw unsupportedCondition(text, offset, explainCharacter(text[offset] ?? ""));
}

function skipSpace(text: string, offset: number): number {
  return offset + (matchAt(SPACE, text, offset)?.[0].length ?? 0);
}

function matchAt(sticky: RegExp, text: string, offset: number): RegExpExecArray | null {
  sticky.lastIndex = offset;
  return sticky.exec(text);
}

/** A backslash makes the next character literal: `\n` is the letter n. */
function unquote(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
}

function explainCharacter(character: string): string {
  if (character === "$") return "a reference is $step.field, an argument $args.name";
  if (character === "'" || character === '"') return "the quote is not closed";
  return "expected a reference, text in quotes, a number, a word or one of == != < <= > >= && || ! ( )";
}
