import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { stableStringify } from "../../stable-json.ts";

/** Which of the reported fields of a pull request differ, in a fixed order, with the values before and now. */
export interface PrChangeSummary extends JsonObject {
  readonly changedFields: readonly string[];
  readonly changes: JsonObject;
}

const REPORTED_FIELDS = [
  "number",
  "title",
  "url",
  "state",
  "isDraft",
  "mergeable",
  "reviewDecision",
  "updatedAt",
  "baseRefName",
  "headRefName",
] as const;

/** Compares two snapshots. Without one before, every field has changed from null (stages-and-cli §18.3). */
export function buildPrChangeSummary(before: JsonValue, after: JsonValue): PrChangeSummary {
  const changed = REPORTED_FIELDS.flatMap((field) => {
    const change = { from: fieldOf(before, field), to: fieldOf(after, field) };
    const isSame = isJsonObject(before) && stableStringify(change.from) === stableStringify(change.to);
    return isSame ? [] : [[field, change] as const];
  });
  return { changedFields: changed.map(([field]) => field), changes: Object.fromEntries(changed) };
}

/** The named fields of a snapshot; missing ones are null. */
export function pickSnapshot(snapshot: JsonValue, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(snapshot, field)]));
}

function fieldOf(snapshot: JsonValue, field: string): JsonValue {
  return isJsonObject(snapshot) ? (ownMember(snapshot, field) ?? null) : null;
}
