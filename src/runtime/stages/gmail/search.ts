import { keepHead } from "../../process/output-head.ts";
import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import { takesText, takesWhole } from "../../pipeline/flags/kinds.ts";
import { drainItems } from "../../pipeline/item-stream.ts";
import { stageFailure, usageError } from "../../pipeline/stage-error.ts";
import { defineStage } from "../../pipeline/stage.ts";
import { tryParseJson } from "../../stable-json.ts";
import { runGog, SHOWN_CHARACTERS } from "./gog.ts";

/** `gog.gmail.search`: passes on the threads that match a Gmail query (stages-and-cli §16.1). */
export const gmailSearch = defineStage({
  name: "gog.gmail.search",
  description: "Search Gmail and pass on the threads found",
  flags: {
    query: takesText("Gmail query (default newer_than:1d)"),
    max: takesWhole("How many threads at most (default 20)", { min: 1, max: 500, aliases: ["limit"] }),
  },
  words: { description: "the query, instead of --query" },
  examples: ["gog.gmail.search --query 'is:unread newer_than:1d' --max 5 | email.triage"],
  sideEffects: ["reads_email"],
  plan: ({ flags, positionals }) => {
    if (flags.query !== undefined && positionals.length > 0) {
      throw usageError("gog.gmail.search takes the query once (got --query and words)");
    }
    const query = (flags.query ?? positionals.join(" ")).trim() || "newer_than:1d";
    const options = ["--json", "--max", String(flags.max ?? 20)];
    // A query such as -in:spam must not be read as an option.
    return query.startsWith("-") ? [...options, "--", query] : [query, ...options];
  },
  run: async ({ input, plan, context }) => {
    await drainItems(input);
    const { code, stdout, stderr } = await runGog(["gmail", "search", ...plan], context);
    if (code !== 0) {
      throw stageFailure(`gog.gmail.search failed (${String(code)}): ${keepHead(stderr, SHOWN_CHARACTERS)}`, {
        facts: { exitCode: code },
      });
    }
    const parsed = tryParseJson(stdout.trim());
    if (parsed === undefined) throw stageFailure("gog.gmail.search expected JSON output");
    return { output: Array.isArray(parsed.value) ? parsed.value.flatMap(threadsOf) : threadsOf(parsed.value) };
  },
});

function threadsOf(value: JsonValue): readonly JsonValue[] {
  const threads = isJsonObject(value) ? ownMember(value, "threads") : undefined;
  return Array.isArray(threads) ? threads : [value];
}
