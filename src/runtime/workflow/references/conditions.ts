import { messageOf } from "../../errors.ts";
import { ownMember } from "../../json.ts";
import { compileCondition, type CompiledCondition } from "../condition.ts";
import { chooseCondition } from "../decode/fields.ts";
import type { Finding } from "../validate/finding.ts";
import { mayHaveValue, type FileScope, type Unit } from "./check-scope.ts";

/** Checks a unit's condition: its type, its syntax, and that everything it names exists when it is asked (W26). */
export function checkCondition(unit: Unit, file: FileScope): Finding[] {
  const condition = chooseCondition(unit.fields);
  if (condition === undefined || typeof condition === "boolean") return [];
  const key = (ownMember(unit.fields, "when") ?? null) === null ? "condition" : "when";
  const found = (message: string): Finding => ({ message, path: [...unit.path, key] });
  if (typeof condition !== "string") return [found("Unsupported condition type")];
  let compiled: CompiledCondition;
  try {
    compiled = compileCondition(condition);
  } catch (thrown) {
    return [found(messageOf(thrown))];
  }
  return [
    ...compiled.references
      .filter(({ stepId }) => !unit.known.has(stepId))
      .map(({ text }) => found(`Unknown step reference: ${text}`)),
    ...(unit.known.has("args") ? [] : compiled.argumentNames)
      .filter((name) => !mayHaveValue(file, name))
      .map((name) =>
        found(
          `Unknown argument in a condition: $args.${name}; give the argument '${name}' or declare it with a default`,
        ),
      ),
  ];
}
