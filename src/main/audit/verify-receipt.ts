import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { describeRecord } from "../../bot/audit/read/describe-record.ts";
import { readRecords } from "../../bot/audit/read/read-records.ts";
import { MAX_RECEIPT_CHARS, verifyReceipt, type ReceiptVerdict } from "../../bot/audit/receipt/receipt.ts";
import { findSigningKey, fingerprintOf, importPublicKey } from "../../bot/audit/receipt/signing-key.ts";
import type { AuditFiles } from "../../bot/audit/log/files.ts";
import { LobsterError } from "../../runtime/index.ts";
import type { World } from "../world.ts";
import { openPlace } from "./place.ts";
import { readWords, UsageError, type Words } from "./words.ts";

/**
 * `lobster-chat audit verify-receipt`: with `--key` it needs nothing but the text and the key. Without, it takes the key
 * beside the log, and looks whether the log still has that very record. Exit code 0 for genuine, 1 for anything else.
 */
export async function runVerifyReceipt(words: readonly string[], world: World): Promise<number> {
  const given = readWords(words, { "state-dir": "text", key: "text" }, 1);
  const { key, files } = await findKey(given, world);
  const [file = "-"] = given.rest;
  const text = file === "-" ? await readAll(world.stdin) : await readGiven(file);
  const verdict = verifyReceipt(text, key);
  if (verdict.kind === "no receipt" || verdict.kind === "forged") {
    world.stdout.write(`${describeFailure(verdict, fingerprintOf(key))}\n`);
    return 1;
  }
  const { record, hash } = verdict;
  const lines = [
    `Record ${record.seq}, signed with the key ${fingerprintOf(key)}:`,
    ...describeRecord(record).map(indent),
  ];
  lines.push(`  hash ${hash}`);
  if (verdict.kind === "other words")
    lines.push("The words above the code of this receipt say something else. What is signed stands here.");
  const inLog = files === undefined ? "there" : await findInLog(files, record.seq, hash);
  if (inLog === "other")
    lines.push(`The log has another record ${record.seq}: it was changed since the receipt was given.`);
  if (inLog === "missing") lines.push(`The log has no record ${record.seq} any more.`);
  const isGenuine = verdict.kind === "genuine" && inLog === "there";
  lines.unshift(isGenuine ? "The receipt is genuine." : "The receipt is not in order.");
  world.stdout.write(`${lines.join("\n")}\n`);
  return isGenuine ? 0 : 1;
}

async function findKey(given: Words, world: World): Promise<{ readonly key: KeyObject; readonly files?: AuditFiles }> {
  const file = given.texts.get("key");
  if (file !== undefined) {
    const key = importPublicKey(await readGiven(file));
    if (key === undefined)
      throw new UsageError(`${file} holds no public key as lobster-chat audit public-key prints it`);
    return { key };
  }
  const { auditDirectory, files } = await openPlace(given, world);
  const own = await findSigningKey(auditDirectory);
  if (own !== undefined) return { key: own.publicKey, files };
  throw new UsageError(`there is no key in ${auditDirectory}; name the public key with --key`);
}

async function readGiven(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new LobsterError("invalid_request", `${file} cannot be read; check the name`, { cause: thrown });
  }
}

async function readAll(stdin: Readable): Promise<string> {
  let text = "";
  stdin.setEncoding("utf8");
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > MAX_RECEIPT_CHARS) break;
  }
  return text;
}

function describeFailure(verdict: Extract<ReceiptVerdict, { kind: "no receipt" | "forged" }>, own: string): string {
  if (verdict.kind === "no receipt")
    return "There is no whole receipt in this text: its code begins with lobster-receipt:1:";
  return verdict.key === undefined || verdict.key === own
    ? `The receipt is not genuine: it was not signed with the key ${own}, or it was changed.`
    : `The receipt says it was signed with the key ${verdict.key}; this is the key ${own}.`;
}

async function findInLog(files: AuditFiles, seq: number, hash: string): Promise<"there" | "other" | "missing"> {
  for await (const found of readRecords(files)) {
    if (found.kind === "record" && found.record.seq === seq) return found.hash === hash ? "there" : "other";
  }
  return "missing";
}

function indent(line: string): string {
  return `  ${line}`;
}
