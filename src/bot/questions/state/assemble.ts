import type { JsonValue } from "../../../runtime/json.ts";
import { encodePointer, type JsonPath } from "../json-pointer.ts";
import { isLeaf, type Field, type ListField, type ObjectField, type QuestionPlan } from "../question-plan.ts";
import { readEntry, readEntryValue } from "./entries.ts";
import type { FormState } from "./form-state.ts";
import { isGated } from "./stops.ts";

/** The answer as far as it has been given; undefined while there is none. What was left out is absent, never null. */
export function assembleAnswer(plan: QuestionPlan, state: FormState): JsonValue | undefined {
  return assembleField(plan.root, [], state);
}

/** The value of one field and all below it. */
export function assembleField(field: Field, path: JsonPath, state: FormState): JsonValue | undefined {
  const entry = readEntry(state, encodePointer(path));
  if (entry?.kind === "value") return readEntryValue(entry);
  if (isLeaf(field) || entry?.kind === "skipped") return undefined;
  return field.kind === "object" ? assembleObject(field, path, state) : assembleList(field, path, state);
}

function assembleObject(field: ObjectField, path: JsonPath, state: FormState): JsonValue | undefined {
  if (isGated(field) && readEntry(state, encodePointer(path))?.kind !== "open") return undefined;
  const members = field.members.flatMap((member): [string, JsonValue][] => {
    const value = assembleField(member.field, [...path, member.name], state);
    return value === undefined ? [] : [[member.name, value]];
  });
  return Object.fromEntries(members);
}

function assembleList(field: ListField, path: JsonPath, state: FormState): JsonValue | undefined {
  const entry = readEntry(state, encodePointer(path));
  if (entry?.kind !== "list") return undefined;
  return Array.from({ length: entry.count }, (_, index) => assembleField(field.item, [...path, index], state)).filter(
    (value) => value !== undefined,
  );
}
