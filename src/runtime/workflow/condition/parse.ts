import type { Reference } from "../reference.ts";
import type { Token } from "./lexer.ts";
import { unsupportedCondition } from "./unsupported.ts";

/** A condition as a tree. `all` and `any` stand for chains of `&&` and `||`. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "not"; readonly operand: Expression }
  | { readonly kind: "all" | "any"; readonly operands: readonly Expression[] }
  | { readonly kind: "compare"; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;

/** The comparisons. */
export type Operator = (typeof OPERATORS)[number];

/** Parentheses and `!` inside each other; deeper text is refused with words instead of a stack overflow. */
export const MAX_CONDITION_DEPTH = 200;

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

interface Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  position: number;
}

/** Where a value stands: words stand for themselves directly to the right of a comparison, and nowhere else. */
interface Place {
  readonly depth: number;
  readonly allowsWord: boolean;
}

/**
 * The tree of a condition's tokens, by the grammar of workflows-and-checkpoints §3: `||`, then `&&`, then at most one
 * comparison, then `!`. `text` is what the tokens were read from. Throws `invalid_condition`.
 */
export function parseTokens(text: string, tokens: readonly Token[]): Expression {
  const cursor: Cursor = { text, tokens, position: 0 };
  const expression = parseAny(cursor, 0);
  if (cursor.position < tokens.length) throw fault(cursor, "expected && or || or the end");
  return expression;
}

function parseAny(cursor: Cursor, depth: number): Expression {
  const operands = [parseAll(cursor, depth)];
  while (takeSymbol(cursor, ["||"]) !== undefined) operands.push(parseAll(cursor, depth));
  return chain("any", operands);
}

function parseAll(cursor: Cursor, depth: number): Expression {
  const operands = [parseComparison(cursor, depth)];
  while (takeSymbol(cursor, ["&&"]) !== undefined) operands.push(parseComparison(cursor, depth));
  return chain("all", operands);
}

function chain(kind: "all" | "any", operands: readonly Expression[]): Expression {
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? only : { kind, operands };
}

function parseComparison(cursor: Cursor, depth: number): Expression {
  const left = parseUnary(cursor, { depth, allowsWord: false });
  const operator = takeSymbol(cursor, OPERATORS);
  if (operator === undefined) return left;
  return { kind: "compare", operator, left, right: parseUnary(cursor, { depth, allowsWord: true }) };
}

function parseUnary(cursor: Cursor, place: Place): Expression {
  if (takeSymbol(cursor, ["!"]) === undefined) return parsePrimary(cursor, place);
  return { kind: "not", operand: parseUnary(cursor, { ...place, depth: deeper(cursor, place.depth) }) };
}

function parsePrimary(cursor: Cursor, place: Place): Expression {
  if (takeSymbol(cursor, ["("]) !== undefined) return parseGroup(cursor, deeper(cursor, place.depth));
  const token = cursor.tokens[cursor.position];
  if (token === undefined || token.kind === "symbol") throw fault(cursor, "expected a value");
  const expression = token.kind === "word" ? parseWord(cursor, token.text, place.allowsWord) : token;
  cursor.position += 1;
  return expression;
}

function parseGroup(cursor: Cursor, depth: number): Expression {
  const expression = parseAny(cursor, depth);
  if (takeSymbol(cursor, [")"]) === undefined) throw fault(cursor, "expected )");
  return expression;
}

function parseWord(cursor: Cursor, word: string, allowsWord: boolean): Expression {
  const constant = CONSTANTS.get(word);
  if (constant !== undefined) return { kind: "literal", value: constant };
  if (allowsWord) return { kind: "literal", value: word };
  throw fault(cursor, "a bare word stands only to the right of a comparison; put it in quotes");
}

function takeSymbol<Symbol extends string>(cursor: Cursor, symbols: readonly Symbol[]): Symbol | undefined {
  const token = cursor.tokens[cursor.position];
  if (token?.kind !== "symbol") return undefined;
  const found = symbols.find((symbol) => symbol === token.symbol);
  if (found !== undefined) cursor.position += 1;
  return found;
}

function deeper(cursor: Cursor, depth: number): number {
  if (depth < MAX_CONDITION_DEPTH) return depth + 1;
  throw fault(cursor, `more than ${MAX_CONDITION_DEPTH} levels of ( and !`);
}

function fault(cursor: Cursor, reason: string): Error {
  return unsupportedCondition(cursor.text, cursor.tokens[cursor.position]?.offset ?? cursor.text.length, reason);
}
