import { ownMember } from "../../json.ts";
import { parseWholeReference, type Reference } from "../reference.ts";
import type { Finding } from "../validate/finding.ts";
import { nameUnit, renderKnown, type FileScope, type Unit } from "./check-scope.ts";

/** Checks `stdin` where it is one reference: a step that has no result by then is an error, not empty text (§2.3). */
export function checkStdin(unit: Unit, file: FileScope): Finding[] {
  const stdin = ownMember(unit.fields, "stdin");
  const text = typeof stdin === "string" ? renderKnown(stdin, file.args) : undefined;
  const reference = text === undefined ? undefined : parseWholeReference(text);
  return reference === undefined ? [] : checkKnown(reference, unit, file, "stdin");
}

/** Checks what a loop runs over. Text that is not one reference always stays text, and a loop needs a list. */
export function checkLoopSource(unit: Unit, file: FileScope): Finding[] {
  const source = ownMember(unit.fields, "for_each");
  const text = typeof source === "string" && source.trim() !== "" ? renderKnown(source, file.args) : undefined;
  if (text === undefined) return [];
  const reference = parseWholeReference(text);
  if (reference !== undefined) return checkKnown(reference, unit, file, "for_each");
  return [{ message: `${nameUnit(unit)} for_each: expected array, got string`, path: [...unit.path, "for_each"] }];
}

function checkKnown(reference: Reference, unit: Unit, file: FileScope, key: "stdin" | "for_each"): Finding[] {
  if (unit.known.has(reference.stepId)) return [];
  const place = file.purpose === "plan" ? `${nameUnit(unit)} ${key}: ` : "";
  return [{ message: `${place}Unknown step reference: ${reference.text}`, path: [...unit.path, key] }];
}
