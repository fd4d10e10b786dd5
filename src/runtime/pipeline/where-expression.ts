/** What `where` compares with. `=` is another spelling of `==`. */
export type Operator = "==" | "!=" | "<=" | ">=" | "<" | ">";

/** An expression up to its value (stages-and-cli §6.3), by places in its text. */
export interface ExpressionHead {
  readonly path: string;
  readonly operator: Operator;
  /** Where the value begins, white space before it aside. */
  readonly valueStart: number;
}

/** The operator must be followed by a value, not by more of an operator: `n=>10` is a mistake, not a text. */
const HEAD = /^\s*([A-Za-z0-9_.-]+)\s*(==|!=|<=|>=|=|<|>)(?![=<>])\s*/;

/** Reads `path op`; undefined for a text that does not begin so. Takes time in proportion to what it reads. */
export function readExpressionHead(text: string): ExpressionHead | undefined {
  const [whole, path, operator] = HEAD.exec(text) ?? [];
  if (whole === undefined || path === undefined || operator === undefined) return undefined;
  return { path, operator: operator === "=" ? "==" : (operator as Operator), valueStart: whole.length }; // no others match
}

/** What stands between the quotes of a value; undefined for one that is not in quotes. Quotes in there are text. */
export function unquoteValue(value: string): string | undefined {
  const quote = value.charAt(0);
  const isQuoted = (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : undefined;
}
