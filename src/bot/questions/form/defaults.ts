import { isJsonObject, ownMember, type JsonValue } from "../../../runtime/json.ts";
import { encodePointer, readAt, type JsonPath } from "../json-pointer.ts";
import { findOption } from "../parse/option.ts";
import { isLeaf, type Field, type LeafField, type Option, type QuestionPlan } from "../question-plan.ts";
import type { FormContext } from "../judge/context.ts";
import { holdValue } from "../state/entries.ts";
import type { FormEntries } from "../state/form-state.ts";
import { checkField } from "../judge/problems.ts";
import { isGated, type Stop, type TrailPart } from "../state/stops.ts";

/** The gate's default for a stop, where it has one of the right shape. */
export function findDefault(plan: QuestionPlan, stop: Pick<Stop, "field" | "path">): JsonValue | undefined {
  const value = readAt(plan.defaults, stop.path);
  return value !== undefined && hasShape(stop.field, value) ? value : undefined;
}

/** A value taken apart into the entries of a field and of all below it, with what does not fit. */
export interface TakenApart {
  readonly entries: FormEntries;
  readonly problems: readonly string[];
}

/**
 * Turns a default into entries. What does not fit its field is left out, and told; members that the form does not ask for
 * are left out, too: a default never brings in what nobody sees.
 */
export function takeApart(
  field: Field,
  path: JsonPath,
  trail: readonly TrailPart[],
  value: JsonValue,
  context: FormContext,
): TakenApart {
  const pointer = encodePointer(path);
  if (!hasShape(field, value)) return NOTHING;
  if (value === null || isLeaf(field)) {
    const problems = checkField(field, trail, value, context);
    return problems.length > 0 ? { entries: {}, problems } : { entries: { [pointer]: holdValue(value) }, problems };
  }
  if (field.kind === "list") {
    const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
    const parts = items.map((item, index) =>
      takeApart(field.item, [...path, index], [...trail, { field: field.item, number: index + 1 }], item, context),
    );
    return joinParts({ [pointer]: { kind: "list", count: items.length, closed: true } }, parts);
  }
  const parts = field.members.flatMap((member) => {
    const inner = isJsonObject(value) ? ownMember(value, member.name) : undefined;
    if (inner === undefined) return [];
    return [takeApart(member.field, [...path, member.name], [...trail, { field: member.field }], inner, context)];
  });
  return joinParts(isGated(field) ? { [pointer]: { kind: "open" } } : {}, parts);
}

const NOTHING: TakenApart = { entries: {}, problems: [] };

function joinParts(own: FormEntries, parts: readonly TakenApart[]): TakenApart {
  return {
    entries: Object.fromEntries(
      [own, ...parts.map((part) => part.entries)].flatMap((entries) => Object.entries(entries)),
    ),
    problems: parts.flatMap((part) => part.problems),
  };
}

function hasShape(field: Field, value: JsonValue): boolean {
  if (value === null && field.nullable) return true;
  if (field.kind === "object") return isJsonObject(value);
  if (field.kind === "list") return Array.isArray(value) && value.length <= field.maxItems;
  return hasLeafShape(field, value);
}

function hasLeafShape(field: LeafField, value: JsonValue): boolean {
  switch (field.kind) {
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return findOption(field.options, value) >= 0;
    case "multi_choice":
      return Array.isArray(value) && areDistinctOptions(field.options, value);
    case "number":
    case "integer":
      return typeof value === "number" || typeof value === "bigint";
    case "text":
    case "date":
    case "time":
    case "date-time":
      return typeof value === "string";
    case "json":
      return true;
  }
}

function areDistinctOptions(options: readonly Option[], values: readonly JsonValue[]): boolean {
  const found = values.map((value) => findOption(options, value));
  return !found.includes(-1) && new Set(found).size === found.length;
}
