import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { readPath } from "../pipeline/dot-path.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";

/** `pick`: keeps the named fields of every object (stages-and-cli §6.2). */
export const pick = defineStage({
  name: "pick",
  description: "Keep only the named fields of every item",
  flags: {},
  words: { description: "a comma-separated field list; `a.b` reaches into objects" },
  examples: ["exec --json gh pr list --json number,title,author | pick number,title,author.login"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ positionals }) => readFields(positionals),
  run: ({ input, plan: fields }) => ({ output: pickAll(input, fields) }),
});

/** `pick a, b` arrives as two words; both belong to the list. */
function readFields(words: readonly string[]): readonly string[] {
  const fields = words
    .join(",")
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  if (fields.length === 0) throw usageError("pick requires a comma-separated field list");
  return [...new Set(fields)];
}

async function* pickAll(input: AsyncIterable<JsonValue>, fields: readonly string[]): AsyncGenerator<JsonValue, void> {
  for await (const item of input) yield isJsonObject(item) ? pickFields(item, fields) : item;
}

/** A missing field stays absent. A member with dots in its own name comes before a path. */
function pickFields(item: JsonObject, fields: readonly string[]): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(item, field) ? ownMember(item, field) : readPath(item, field);
    if (value !== undefined) entries.push([field, value]);
  }
  return Object.fromEntries(entries);
}
