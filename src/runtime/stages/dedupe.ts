import type { JsonValue } from "../json.ts";
import { compilePath, type PathReader } from "../pipeline/dot-path.ts";
import { takesText } from "../pipeline/flags/kinds.ts";
import { defineStage } from "../pipeline/stage.ts";
import { stringifyJson } from "../stable-json.ts";

/** `dedupe`: drops items that were there before, keeping the first (stages-and-cli §6.5). */
export const dedupe = defineStage({
  name: "dedupe",
  description: "Drop repeated items, keeping the first of each",
  flags: { key: takesText("Path of the field that tells items apart (default: the whole item)") },
  examples: ["exec cat addresses.txt | dedupe", "dedupe --key author.login"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags }) => ({ readKey: compilePath(flags.key ?? "") }),
  run: ({ input, plan }) => ({ output: dropRepeated(input, plan.readKey) }),
});

/** Identity is JSON text as it stands, so the order of members counts; everything without a value is one. */
async function* dropRepeated(input: AsyncIterable<JsonValue>, readKey: PathReader): AsyncGenerator<JsonValue, void> {
  const seen = new Set<string | undefined>();
  for await (const item of input) {
    const value = readKey(item);
    const identity = value === undefined ? undefined : stringifyJson(value);
    if (seen.has(identity)) continue;
    seen.add(identity);
    yield item;
  }
}
