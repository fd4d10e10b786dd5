import type { JsonValue } from "../json.ts";
import { compilePath } from "../pipeline/dot-path.ts";
import { takesNothing, takesText } from "../pipeline/flags/kinds.ts";
import { textOf } from "../pipeline/item-text.ts";
import { collectItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";

/**
 * `sort`: orders all items, keeping the order of equal ones (stages-and-cli §6.4). Numbers come first, by size, then everything
 * else as text by code unit; what has no value comes last, also when descending (the peer's fault F29).
 */
export const sort = defineStage({
  name: "sort",
  description: "Sort the items; those without a value come last",
  flags: {
    key: takesText("Path of the field to sort by (default: the whole item)"),
    desc: takesNothing("Largest first"),
  },
  examples: ["exec --json gh pr list --json number,updatedAt | sort --key updatedAt --desc"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags }) => ({ readKey: compilePath(flags.key ?? ""), direction: flags.desc === true ? -1 : 1 }),
  run: async ({ input, plan: { readKey, direction } }) => {
    const keyed = (await collectItems(input)).map((item) => ({ item, key: sortKey(readKey(item)) }));
    keyed.sort((a, b) => compare(a.key, b.key, direction));
    return { output: keyed.map(({ item }) => item) };
  },
});

type SortKey = number | bigint | string | undefined;

function sortKey(value: JsonValue | undefined): SortKey {
  if (value === null || value === undefined) return undefined;
  return typeof value === "number" || typeof value === "bigint" ? value : textOf(value);
}

function compare(a: SortKey, b: SortKey, direction: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === "string" && typeof b === "string") return a === b ? 0 : a < b ? -direction : direction;
  if (typeof a === "string" || typeof b === "string") return typeof a === "string" ? direction : -direction;
  return a === b ? 0 : a < b ? -direction : direction;
}
