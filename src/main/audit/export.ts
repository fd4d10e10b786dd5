import { CSV_HEADER, toCsv } from "../../bot/audit/read/csv.ts";
import { readRecords, type FoundRecord } from "../../bot/audit/read/read-records.ts";
import { readDurationMs } from "../../config/duration.ts";
import { systemClock } from "../../runtime/index.ts";
import type { World } from "../world.ts";
import { openPlace, writeOut } from "./place.ts";
import { readWords, UsageError, type Words } from "./words.ts";

/** How records are written: what comes before, between and after them. */
interface Format {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly encode: (found: FoundRecord) => string;
}

const FORMATS: Readonly<Record<"csv" | "json", Format>> = {
  csv: { head: CSV_HEADER, between: "", tail: "", encode: ({ record, hash }) => toCsv(record, hash) },
  json: { head: "[", between: ",", tail: "\n]\n", encode: ({ value }) => `\n${JSON.stringify(value)}` },
};

/**
 * `lobster-chat audit export`: streams records to stdout. What is no record is left out and told on stderr (exit code 1):
 * an export of a damaged log never looks like one of a whole log.
 */
export async function runExport(words: readonly string[], world: World): Promise<number> {
  const given = readWords(words, { "state-dir": "text", csv: "flag", json: "flag", since: "text" }, 0);
  const format = FORMATS[readFormat(given)];
  const since = readSince(given.texts.get("since"));
  const { files } = await openPlace(given, world);
  let bad = 0;
  let isFirst = true;
  await writeOut(world, format.head);
  for await (const found of readRecords(files)) {
    if (found.kind === "bad") bad += 1;
    else if (!(Date.parse(found.record.at) < since)) {
      await writeOut(world, `${isFirst ? "" : format.between}${format.encode(found)}`);
      isFirst = false;
    }
  }
  await writeOut(world, format.tail);
  if (bad === 0) return 0;
  world.stderr.write(`${bad} lines are no records and were left out; see lobster-chat audit verify\n`);
  return 1;
}

function readFormat({ flags }: Words): "csv" | "json" {
  if (flags.has("csv") === flags.has("json")) throw new UsageError("give one of --csv and --json");
  return flags.has("csv") ? "csv" : "json";
}

/** A day or a time of ISO form, or how long ago. */
function readSince(text: string | undefined): number {
  if (text === undefined) return -Infinity;
  const durationMs = readDurationMs(text);
  if (durationMs !== undefined) return systemClock.now() - durationMs;
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at))
    throw new UsageError(`--since takes a day (2026-12-01), a time, or a duration (7d), not '${text}'`);
  return at;
}
