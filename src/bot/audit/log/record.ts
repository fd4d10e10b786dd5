import { createHash } from "node:crypto";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";

/** What the first record names as the hash before it. */
export const GENESIS_HASH = "0".repeat(64);

/** A line is never longer; whatever is, was not written by the bot. */
export const MAX_LINE_BYTES = 64 * 1024;

/** What happened. `interrupt`: a run was found whose process had died in it. `damage` is the bot's own note that it found the log in another state than it had left it in. */
export type AuditWhat =
  | "start"
  | "show"
  | "open-details"
  | "vote"
  | "withdraw"
  | "deny"
  | "answer"
  | "expire"
  | "cancel"
  | "resume"
  | "interrupt"
  | "retry"
  | "abandon"
  | "outcome"
  | "damage";

/**
 * One thing that happened, before it stands in the log. `id` follows from what happened, not from when it was noticed,
 * so that it is recorded once however often it is looked at.
 */
export interface AuditEntry {
  readonly id: string;
  readonly what: AuditWhat;
  /** When it happened, ISO. */
  readonly at: string;
  readonly person?: string;
  /** `telegram:111111111` */
  readonly account?: string;
  readonly platform?: string;
  /** Which kind of front end: `chat`, `cli` or `api`. */
  readonly via?: string;
  /** Key of the conversation. */
  readonly conversation?: string;
  /** The platform's id of the message. */
  readonly message?: string;
  readonly run?: string;
  readonly workflow?: string;
  readonly gate?: string;
  readonly approval?: string;
  readonly step?: string;
  /** The digest of what was shown or decided about. */
  readonly digest?: string;
  readonly reason?: string;
  /** Further facts by name. What may be confidential, such as answers and output, stands here by digest only. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

/** A record of the log: an entry with its place in the chain. */
export interface AuditRecord extends AuditEntry {
  /** From 1, without gaps. */
  readonly seq: number;
  /** The file it stands in, `2026-12`. */
  readonly month: string;
  /** When it was written, ISO; later than `at` where something was recorded after a crash. */
  readonly recordedAt: string;
  /** The hash of the record before it. */
  readonly prev: string;
}

/** Where a record stands. */
export type ChainPlace = Pick<AuditRecord, "seq" | "month" | "recordedAt" | "prev">;

/** A record as it stands in a file: its bytes, line feed included, and their hash. */
export interface WrittenRecord {
  readonly record: AuditRecord;
  readonly line: string;
  readonly hash: string;
}

const FORMAT = "lobster.audit.v1";

/** The optional texts of an entry, in the order in which they are written. */
export const ENTRY_TEXTS = [
  "person",
  "account",
  "platform",
  "via",
  "conversation",
  "message",
  "run",
  "workflow",
  "gate",
  "approval",
  "step",
  "digest",
  "reason",
] as const;

/**
 * Writes a record as one line. Its hash is the SHA-256 of the line's bytes without the hash itself, so whatever is changed
 * in a line, down to a space, no longer fits.
 */
export function encodeRecord(entry: AuditEntry, place: ChainPlace): WrittenRecord {
  const record: AuditRecord = { ...entry, ...place };
  const { seq, month, recordedAt, prev } = place;
  const { id, what, at, facts } = entry;
  const texts = ENTRY_TEXTS.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]] as const]));
  const body = stringifyJson({
    format: FORMAT,
    seq,
    month,
    at,
    recordedAt,
    what,
    id,
    ...Object.fromEntries(texts),
    ...(facts === undefined || Object.keys(facts).length === 0 ? {} : { facts }),
    prev,
  });
  const hash = sha256(Buffer.from(body, "utf8"));
  return { record, hash, line: `${body.slice(0, -1)},"hash":"${hash}"}\n` };
}

/** A line that is what the bot wrote, or why it is not. */
export type DecodedLine =
  | { readonly kind: "record"; readonly record: AuditRecord; readonly hash: string; readonly value: JsonObject }
  | { readonly kind: "bad"; readonly why: string; readonly seq?: number };

/** Reads a line, without its line feed. Looks at the bytes: nothing is lost in decoding before the hash is compared. */
export function decodeRecord(line: Buffer): DecodedLine {
  const split = line.length - TAIL_BYTES;
  const tail = TAIL.exec(line.toString("latin1", Math.max(0, split)));
  const hash = tail?.[1];
  if (split <= 0 || hash === undefined) return bad(line, "it is no record");
  const body = Buffer.concat([line.subarray(0, split), Buffer.from("}")]);
  if (sha256(body) !== hash) return bad(line, `its content has the hash ${sha256(body)}, but it says ${hash}`);
  const value = parseObject(body);
  const record = value === undefined ? undefined : readRecord(value);
  if (value === undefined || record === undefined)
    return bad(line, "its hash fits, but it is no record of this version");
  return { kind: "record", record, hash, value: { ...value, hash } };
}

/** `,"hash":"…"}` */
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_BYTES = 75;

/** SHA-256 of bytes, as lower-case hex. */
export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The number of a line that is not whole any more, where it can still be read. */
function bad(line: Buffer, why: string): DecodedLine {
  const seq = /"seq":(\d{1,15}),/.exec(line.toString("latin1", 0, 200))?.[1];
  return { kind: "bad", why, ...(seq === undefined ? {} : { seq: Number(seq) }) };
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  try {
    const value = JSON.parse(bytes.toString("utf8")) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readRecord(value: JsonObject): AuditRecord | undefined {
  const seq = ownMember(value, "seq");
  const [month, at, recordedAt, what, id, prev] = ["month", "at", "recordedAt", "what", "id", "prev"].map((name) =>
    readText(value, name),
  );
  if (ownMember(value, "format") !== FORMAT || !isCount(seq) || !/^[0-9a-f]{64}$/.test(prev ?? "")) return undefined;
  if (month === undefined || at === undefined || recordedAt === undefined) return undefined;
  if (what === undefined || id === undefined || prev === undefined) return undefined;
  const texts = ENTRY_TEXTS.map((name) => [name, readText(value, name)] as const).filter(
    ([, text]) => text !== undefined,
  );
  const facts = ownMember(value, "facts");
  return {
    // A kind that a later version writes is shown by its name.
    what: what as AuditWhat,
    id,
    at,
    seq,
    month,
    recordedAt,
    prev,
    ...Object.fromEntries(texts),
    ...(isJsonObject(facts) ? { facts: readFacts(facts) } : {}),
  };
}

function readText(value: JsonObject, name: string): string | undefined {
  const text = ownMember(value, name);
  return typeof text === "string" ? text : undefined;
}

function readFacts(facts: JsonObject): NonNullable<AuditEntry["facts"]> {
  const known = Object.entries(facts).filter(([, fact]) => ["string", "number", "boolean"].includes(typeof fact));
  return Object.fromEntries(known) as NonNullable<AuditEntry["facts"]>;
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
