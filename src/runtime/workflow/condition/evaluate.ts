import type { Scope } from "../step-result.ts";
import { compareOperands, type Operand } from "./compare.ts";
import type { Expression } from "./parse.ts";
import { readReference } from "./read-reference.ts";

/** Whether a condition holds: null, a missing field, false, 0 and empty text do not; anything else does, `[]` and `{}` too. */
export function isSatisfied(expression: Expression, scope: Scope): boolean {
  return Boolean(evaluateExpression(expression, scope));
}

/** Every operand is evaluated, even where an earlier one decides: a wrong reference never hides behind `||`. */
function evaluateExpression(expression: Expression, scope: Scope): Operand {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "reference":
      return readReference(expression.reference, scope);
    case "not":
      return !isSatisfied(expression.operand, scope);
    case "all":
      return expression.operands.map((operand) => isSatisfied(operand, scope)).every(Boolean);
    case "any":
      return expression.operands.map((operand) => isSatisfied(operand, scope)).some(Boolean);
    case "compare":
      break;
  }
  const left = evaluateExpression(expression.left, scope);
  return compareOperands(expression.operator, left, evaluateExpression(expression.right, scope));
}
