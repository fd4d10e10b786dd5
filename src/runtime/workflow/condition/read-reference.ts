import { LobsterError } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { lookupReference, resolveReference, type Reference } from "../reference.ts";
import type { Scope, StepResult } from "../step-result.ts";
import type { Operand } from "./compare.ts";

/** Stands for the arguments in `$args.name` (decision W33), unless a step of this id is known: that one wins. */
export const ARGUMENTS_ID = "args";

/**
 * The value a reference of a condition has; undefined for a missing field. Throws `unknown_reference` for a step without a
 * result and `invalid_condition` for an argument that does not exist.
 */
export function readReference(reference: Reference, scope: Scope): Operand {
  if (reference.stepId !== ARGUMENTS_ID || scope.result(ARGUMENTS_ID) !== undefined)
    return resolveReference(reference, scope);
  const [name = "", ...path] = reference.path;
  const value = scope.args.get(name);
  if (value !== undefined) return followPath(value, path);
  throw new LobsterError(
    "invalid_condition",
    `Unknown argument in a condition: $${reference.text}; give the argument '${name}' or declare it with a default`,
    { facts: { argument: name } },
  );
}

/** Fields of an argument are found as those of a step's `json` are. */
function followPath(value: JsonValue, path: readonly string[]): Operand {
  const holder: StepResult = { id: ARGUMENTS_ID, json: value };
  const reference: Reference = { stepId: ARGUMENTS_ID, path: ["json", ...path], text: ARGUMENTS_ID };
  const found = lookupReference(reference, { args: new Map(), result: () => holder });
  return found.kind === "found" ? found.value : undefined;
}
