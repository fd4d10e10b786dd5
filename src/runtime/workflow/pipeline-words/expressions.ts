import { readExpressionHead, unquoteValue } from "../../pipeline/where-expression.ts";
import { placeholdersIn, type Placeholder } from "../shell/placeholder.ts";
import { filledText, type FilledText } from "./filled-text.ts";

/** The words of a `where`, or the value that would change them. */
export type FilledExpression =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "fault"; readonly placeholder: Placeholder };

/**
 * The expression of a `where`, as one text, with its values in place. The path and the operator are the author's; a value
 * may name a field, or be what is compared with: then it is put in quotes where it would be read as something else.
 */
export function fillExpression(expression: FilledText): FilledExpression {
  const { units, masked, filled } = expression;
  const [first] = placeholdersIn(units);
  if (first === undefined) return { kind: "words", words: [filled] };
  const head = readExpressionHead(masked);
  if (head === undefined) return { kind: "fault", placeholder: first };
  const path = units.slice(0, head.valueStart);
  const fault = placeholdersIn(path).find(({ value }) => !/^[A-Za-z0-9_.-]+$/.test(value));
  if (fault !== undefined) return { kind: "fault", placeholder: fault };
  const value = filledText(units.slice(head.valueStart, masked.trimEnd().length));
  return { kind: "words", words: [filledText(path).filled + quoteOperand(value)] };
}

/** What is compared with, in quotes if a value made it empty, begin like an operator, or lose its own edges. */
function quoteOperand({ masked, filled, hasValues }: FilledText): string {
  if (!hasValues || unquoteValue(masked) !== undefined) return filled;
  const isReadAsItIs =
    filled !== "" && filled === filled.trim() && !/^[=<>]/.test(filled) && unquoteValue(filled) === undefined;
  return isReadAsItIs ? filled : `"${filled}"`;
}

/** The first value that would add a field to the list of a `pick`. */
export function findListFault({ units }: FilledText): Placeholder | undefined {
  return placeholdersIn(units).find(({ value }) => value.includes(","));
}
