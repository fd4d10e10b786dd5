import { sign, verify, type KeyObject } from "node:crypto";
import { decodeRecord, type AuditRecord } from "../log/record.ts";
import { describeRecord } from "../read/describe-record.ts";
import type { FoundRecord } from "../read/read-records.ts";
import { fingerprintOf, type SigningKey } from "./signing-key.ts";

/** What is signed begins with this, so that a signature of this key never means anything else. */
const DOMAIN = "lobster-audit-receipt:1\n";

const HEADING = "Lobster receipt, record";

/**
 * A receipt for a record: words for people, and a code that holds the record's line and an Ed25519 signature over it. Plain
 * text that survives being pasted: only the code counts, and line breaks in it do not matter.
 */
export function createReceipt({ record, hash, line }: FoundRecord, { privateKey, publicKey }: SigningKey): string {
  const signature = sign(null, signedBytes(line), privateKey);
  const code = `lobster-receipt:1:${encodeBytes(line)}:${encodeBytes(signature)}:end`;
  return `${[...describeReceipt(record, hash, fingerprintOf(publicKey)), code].join("\n")}\n`;
}

function describeReceipt(record: AuditRecord, hash: string, fingerprint: string): readonly string[] {
  return [`${HEADING} ${record.seq}`, ...describeRecord(record), `hash ${hash}`, `key ${fingerprint}`];
}

/** What a text that is said to be a receipt turns out to be. */
export type ReceiptVerdict =
  /** The record is what was signed with this key. */
  | { readonly kind: "genuine"; readonly record: AuditRecord; readonly hash: string }
  /** Not what was signed with this key; `key` is the fingerprint that the words name, where they name one. */
  | { readonly kind: "forged"; readonly key?: string }
  /** The code is genuine, and the words above it are not those that belong to it. */
  | { readonly kind: "other words"; readonly record: AuditRecord; readonly hash: string }
  | { readonly kind: "no receipt" };

/** Longer texts hold no receipt. */
export const MAX_RECEIPT_CHARS = 1_000_000;

/** Checks a receipt with nothing but the public key. Marks that quoting puts before lines do not matter. */
export function verifyReceipt(text: string, publicKey: KeyObject): ReceiptVerdict {
  const lines = text.slice(0, MAX_RECEIPT_CHARS).split(/\r?\n/).map(trimLine);
  const code = CODE.exec(lines.join(""));
  if (code === null) return { kind: "no receipt" };
  const [, payload = "", signature = ""] = code;
  const line = decodeBytes(payload);
  const isSigned = verify(null, signedBytes(line), publicKey, decodeBytes(signature));
  const decoded = decodeRecord(line);
  if (!isSigned || decoded.kind !== "record") return forged(lines);
  const { record, hash } = decoded;
  const words = findWords(lines);
  const expected = describeReceipt(record, hash, fingerprintOf(publicKey)).map(trimLine);
  const isSame =
    words.length === 0 || (words.length === expected.length && words.every((word, at) => word === expected[at]));
  return { kind: isSame ? "genuine" : "other words", record, hash };
}

const CODE = /lobster-receipt:1:([A-Za-z0-9_]+):([A-Za-z0-9_]+):end/;

/**
 * Base64 in letters, digits and `_` alone: no reader takes a part of it for markup, a link or a token of some service that has
 * to be blacked out.
 */
function encodeBytes(bytes: Buffer): string {
  return bytes.toString("base64url").replace(/[-_]/g, (character) => (character === "_" ? "_0" : "_1"));
}

function decodeBytes(text: string): Buffer {
  return Buffer.from(
    text.replace(/_[01]/g, (pair) => (pair === "_0" ? "_" : "-")),
    "base64url",
  );
}

/** The lines between the heading and the code, without empty ones. */
function findWords(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.includes("lobster-receipt:1:"));
  const start = lines.findLastIndex((line, at) => at < end && line.startsWith(HEADING));
  return start === -1 ? [] : lines.slice(start, end).filter((line) => line !== "");
}

function trimLine(line: string): string {
  return line
    .replace(/^[\s>|]+/, "")
    .replaceAll(/\s+/g, " ")
    .trimEnd();
}

function forged(lines: readonly string[]): ReceiptVerdict {
  const key = lines.map((line) => /^key ([0-9a-f]{16})$/.exec(line)?.[1]).find((found) => found !== undefined);
  return key === undefined ? { kind: "forged" } : { kind: "forged", key };
}

function signedBytes(line: Buffer): Buffer {
  return Buffer.concat([Buffer.from(DOMAIN), line]);
}
