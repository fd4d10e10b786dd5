import { describeRecord } from "../../bot/audit/read/describe-record.ts";
import { parseSelector, readRecords, type FoundRecord } from "../../bot/audit/read/read-records.ts";
import type { World } from "../world.ts";
import { openPlace, writeOut } from "./place.ts";
import { readWords, UsageError } from "./words.ts";

/** How many are shown when nothing is named. */
const LAST = 20;

/** `lobster-chat audit show`: records in words. Exit code 1 when there is none, or when a line is no record. */
export async function runShow(words: readonly string[], world: World): Promise<number> {
  const given = readWords(words, { "state-dir": "text" }, 1);
  const [name] = given.rest;
  const selector = name === undefined ? undefined : parseSelector(name);
  if (name !== undefined && selector === undefined) {
    throw new UsageError(`'${name}' is no number of a record, run id, gate, approval id or decision id`);
  }
  const { files, auditDirectory } = await openPlace(given, world);
  const latest: FoundRecord[] = [];
  let shown = 0;
  let bad = 0;
  for await (const found of readRecords(files)) {
    if (found.kind === "bad") bad += 1;
    else if (selector === undefined) keepLatest(latest, found);
    else if (selector(found.record)) {
      await print(world, found);
      shown += 1;
    }
  }
  for (const found of latest) await print(world, found);
  if (shown + latest.length === 0)
    world.stderr.write(`Nothing is recorded ${name === undefined ? "yet" : `of ${name}`} in ${auditDirectory}\n`);
  if (bad > 0) world.stderr.write(`${bad} lines are no records; see lobster-chat audit verify\n`);
  return shown + latest.length === 0 || bad > 0 ? 1 : 0;
}

function keepLatest(latest: FoundRecord[], found: FoundRecord): void {
  latest.push(found);
  if (latest.length > LAST) latest.shift();
}

async function print(world: World, { record, hash }: FoundRecord): Promise<void> {
  const [first = "", ...others] = describeRecord(record);
  const lines = [`#${record.seq} ${first}`, ...others.map((line) => `   ${line}`), `   hash ${hash}`];
  await writeOut(world, `${lines.join("\n")}\n`);
}
