import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { takesText } from "../pipeline/flags/kinds.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { parseTemplate, type Template } from "../pipeline/template-text.ts";

/** `map`: makes a new item of every item; the items themselves are never changed (stages-and-cli §6.7, fault F32). */
export const map = defineStage({
  name: "map",
  description: "Wrap or unwrap every item, or add fields to it",
  flags: {
    wrap: takesText("Put every item under this name"),
    unwrap: takesText("Replace every item by its field of this name"),
  },
  words: { description: "fields to add, as key=value with {{ path }} placeholders" },
  examples: ["exec cat names.txt | map --wrap name", "map title='{{ title | upper }}' link='#{{ number }}'"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags: { wrap, unwrap }, positionals }) => {
    if (wrap !== undefined && unwrap !== undefined) throw usageError("map cannot use both --wrap and --unwrap");
    if (unwrap !== undefined && positionals.length > 0)
      throw usageError("map --unwrap adds no fields; use a second map");
    return { wrap, unwrap, fields: positionals.map(parseField) };
  },
  run: ({ input, plan }) => ({ output: mapAll(input, plan) }),
});

interface Field {
  readonly name: string;
  readonly template: Template;
}

interface Plan {
  readonly wrap: string | undefined;
  readonly unwrap: string | undefined;
  readonly fields: readonly Field[];
}

function parseField(word: string): Field {
  const equals = word.indexOf("=");
  const name = word.slice(0, Math.max(equals, 0)).trim();
  if (name === "") throw usageError(`map needs fields as key=value (got '${word.slice(0, 60)}')`);
  return { name, template: parseTemplate(word.slice(equals + 1)) };
}

async function* mapAll(
  input: AsyncIterable<JsonValue>,
  { wrap, unwrap, fields }: Plan,
): AsyncGenerator<JsonValue, void> {
  for await (const item of input) {
    if (unwrap !== undefined) yield readMember(item, unwrap);
    else yield addFields(wrap === undefined ? item : objectOf([[wrap, item]]), fields, item);
  }
}

/** The field of that very name; in lists a position. What is not there becomes null. */
function readMember(item: JsonValue, name: string): JsonValue {
  if (isJsonObject(item)) return ownMember(item, name) ?? null;
  return Array.isArray(item) && /^\d+$/.test(name) ? ((item as readonly JsonValue[])[Number(name)] ?? null) : null;
}

/** Placeholders see the item as it came in. What is no object becomes `{ value }` first. */
function addFields(target: JsonValue, fields: readonly Field[], original: JsonValue): JsonValue {
  if (fields.length === 0) return target;
  const base: [string, JsonValue][] = isJsonObject(target) ? Object.entries(target) : [["value", target]];
  return objectOf([
    ...base,
    ...fields.map(({ name, template }): [string, JsonValue] => [name, template.render(original)]),
  ]);
}

/** A name may be `__proto__`: it becomes an ordinary member. */
function objectOf(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(entries);
}
