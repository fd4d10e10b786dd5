import { isDecision, parseSelector, readRecords } from "../../bot/audit/read/read-records.ts";
import { createReceipt } from "../../bot/audit/receipt/receipt.ts";
import { openSigningKey } from "../../bot/audit/receipt/signing-key.ts";
import type { World } from "../world.ts";
import { openPlace, writeOut } from "./place.ts";
import { readWords, UsageError } from "./words.ts";

/** `lobster-chat audit receipt`: signed texts for what somebody decided, or for the very record that is named by number. */
export async function runReceipt(words: readonly string[], world: World): Promise<number> {
  const given = readWords(words, { "state-dir": "text" }, 1);
  const [name = ""] = given.rest;
  const selector = parseSelector(name);
  if (selector === undefined) {
    throw new UsageError("name a record by its number, or a decision by its id, its approval id, its gate or its run");
  }
  const { files, auditDirectory } = await openPlace(given, world);
  const isNumber = /^#?\d{1,7}$/.test(name.trim());
  let count = 0;
  for await (const found of readRecords(files)) {
    if (found.kind === "bad" || !selector(found.record) || !(isNumber || isDecision(found.record))) continue;
    const key = await openSigningKey(auditDirectory);
    await writeOut(world, `${count === 0 ? "" : "\n"}${createReceipt(found, key)}`);
    count += 1;
  }
  if (count > 0) return 0;
  world.stderr.write(`No decision of ${name} is recorded in ${auditDirectory}; see lobster-chat audit show\n`);
  return 1;
}
