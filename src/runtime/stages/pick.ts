import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { compilePath, type PathReader } from "../pipeline/dot-path.ts";
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

interface Field {
  readonly name: string;
  readonly read: PathReader;
}

/** `pick a, b` arrives as two words; both belong to the list. */
function readFields(words: readonly string[]): readonly Field[] {
  const names = words
    .join(",")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw usageError("pick requires a comma-separated field list");
  return Array.from(new Set(names), (name) => ({ name, read: compilePath(name) }));
}

async function* pickAll(input: AsyncIterable<JsonValue>, fields: readonly Field[]): AsyncGenerator<JsonValue, void> {
  for await (const item of input) yield isJsonObject(item) ? pickFields(item, fields) : item;
}

/** A missing field stays absent. A member with dots in its own name comes before a path. */
function pickFields(item: JsonObject, fields: readonly Field[]): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const { name, read } of fields) {
    const value = Object.hasOwn(item, name) ? ownMember(item, name) : read(item);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}
