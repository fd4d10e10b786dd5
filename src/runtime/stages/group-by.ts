import type { JsonValue } from "../json.ts";
import { compilePath, type PathReader } from "../pipeline/dot-path.ts";
import { takesText } from "../pipeline/flags/kinds.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { stringifyJson } from "../stable-json.ts";

/** `groupBy`: one item a distinct value of a field, in the order in which they first appear (stages-and-cli §6.6). */
export const groupBy = defineStage({
  name: "groupBy",
  description: "Group the items by a field into { key, items, count }",
  flags: { key: takesText("Path of the field to group by") },
  examples: ["exec --json gh pr list --json number,author | groupBy --key author.login"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags: { key = "" } }) => {
    if (key.trim() === "") throw usageError("groupBy requires --key");
    return { readKey: compilePath(key) };
  },
  run: async ({ input, plan }) => ({ output: await group(input, plan.readKey) }),
});

interface Group {
  readonly key: JsonValue | undefined;
  readonly items: JsonValue[];
}

async function group(input: AsyncIterable<JsonValue>, readKey: PathReader): Promise<JsonValue[]> {
  const groups = new Map<string | undefined, Group>();
  for await (const item of input) {
    const key = readKey(item);
    const identity = key === undefined ? undefined : stringifyJson(key);
    const known = groups.get(identity);
    if (known === undefined) groups.set(identity, { key, items: [item] });
    else known.items.push(item);
  }
  return Array.from(groups.values(), ({ key, items }) => ({
    ...(key !== undefined && { key }),
    items,
    count: items.length,
  }));
}
