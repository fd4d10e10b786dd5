import { LobsterError, hasCode } from "../../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject } from "../../../runtime/json.ts";
import type { StateStore, Version } from "../../../runtime/store/state-store.ts";
import { GENESIS_HASH } from "./record.ts";
import type { LostRange } from "./run-index.ts";

/** The document that says where the log ends, so that a cut tail shows. */
export const HEAD_KEY = "audit_head";

/** A place in the log: everything up to it is written and on disk. */
export interface LogPosition {
  /** Number and hash of the last record before it; 0 and {@link GENESIS_HASH} at the beginning. */
  readonly seq: number;
  readonly hash: string;
  /** The file of that record and its size up to there; empty and 0 at the beginning. */
  readonly month: string;
  readonly bytes: number;
}

/** Lines that are about to be written: whoever finds them finishes the writing. */
export interface PendingLines {
  readonly month: string;
  /** Where in that file they begin. */
  readonly offset: number;
  readonly text: string;
  /** Number and hash of their last record. */
  readonly seq: number;
  readonly hash: string;
}

/** The head document. */
export interface AuditHead extends LogPosition {
  readonly pending?: PendingLines;
  /** Up to here the index of runs knows what is recorded. */
  readonly indexed: LogPosition;
  /** Numbers of records that were found missing at the end; what they told may be told again. */
  readonly lost: readonly LostRange[];
}

/** Where a log begins. */
export const LOG_START: LogPosition = { seq: 0, hash: GENESIS_HASH, month: "", bytes: 0 };

/** The head as read. `lost` is one that cannot be read; the version lets it be replaced. */
export type StoredHead =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly head: AuditHead; readonly version: Version }
  | { readonly kind: "lost"; readonly version: Version };

/** Reads the head document. Throws `store_unavailable` when the store does. */
export async function readHead(store: Pick<StateStore, "read">): Promise<StoredHead> {
  try {
    const stored = await store.read(HEAD_KEY);
    if (stored === undefined) return { kind: "none" };
    const head = isJsonObject(stored.value) ? decodeHead(stored.value) : undefined;
    const { version } = stored;
    return head === undefined ? { kind: "lost", version } : { kind: "found", head, version };
  } catch (thrown) {
    const version = hasCode(thrown, "invalid_state") ? thrown.facts["version"] : undefined;
    if (typeof version !== "string") throw thrown;
    return { kind: "lost", version: version as Version };
  }
}

/**
 * Writes the head document, durably. Throws `store_unavailable` when somebody else wrote it meanwhile: there is one
 * writer, and a second one is found here before it writes a line.
 */
export async function writeHead(
  store: Pick<StateStore, "create" | "replace">,
  head: AuditHead,
  version: Version | undefined,
  survive: "process" | "machine" = "machine",
): Promise<Version> {
  const value = encodeHead(head);
  const outcome =
    version === undefined
      ? await store.create(HEAD_KEY, value, { survive })
      : await store.replace(HEAD_KEY, value, version, { survive });
  if (outcome.kind === "written") return outcome.version;
  throw new LobsterError("store_unavailable", "Somebody else writes the audit log of this state directory");
}

const FORMAT = "lobster.audit-head.v1";

function encodeHead({ seq, hash, month, bytes, pending, indexed, lost }: AuditHead): JsonObject {
  return {
    format: FORMAT,
    seq,
    hash,
    month,
    bytes,
    indexed: { ...indexed },
    ...(lost.length === 0 ? {} : { lost: lost.map((range) => ({ ...range })) }),
    ...(pending === undefined ? {} : { pending: { ...pending } }),
  };
}

function decodeHead(value: JsonObject): AuditHead | undefined {
  const position = decodePosition(value);
  const indexed = decodePart(value, "indexed", decodePosition);
  if (ownMember(value, "format") !== FORMAT || position === undefined || indexed === undefined) return undefined;
  const lost = ownMember(value, "lost");
  const head = { ...position, indexed, lost: Array.isArray(lost) ? lost.flatMap(decodeRange) : [] };
  if (ownMember(value, "pending") === undefined) return head;
  const pending = decodePart(value, "pending", decodePending);
  return pending === undefined ? undefined : { ...head, pending };
}

function decodePart<T>(value: JsonObject, name: string, decode: (part: JsonObject) => T | undefined): T | undefined {
  const part = ownMember(value, name);
  return isJsonObject(part) ? decode(part) : undefined;
}

function decodeRange(value: unknown): readonly LostRange[] {
  if (!isJsonObject(value)) return [];
  const [from, to] = [ownMember(value, "from"), ownMember(value, "to")];
  return isSize(from) && isSize(to) ? [{ from, to }] : [];
}

function decodePosition(value: JsonObject): LogPosition | undefined {
  const [seq, bytes] = [ownMember(value, "seq"), ownMember(value, "bytes")];
  const [hash, month] = [ownMember(value, "hash"), ownMember(value, "month")];
  if (!isSize(seq) || !isSize(bytes) || typeof hash !== "string" || typeof month !== "string") return undefined;
  return /^([0-9]{4}-[0-9]{2})?$/.test(month) ? { seq, hash, month, bytes } : undefined;
}

function decodePending(value: JsonObject): PendingLines | undefined {
  const [seq, offset] = [ownMember(value, "seq"), ownMember(value, "offset")];
  const [hash, month, text] = ["hash", "month", "text"].map((name) => ownMember(value, name));
  if (!isSize(seq) || !isSize(offset) || typeof hash !== "string" || typeof text !== "string") return undefined;
  return typeof month === "string" && /^[0-9]{4}-[0-9]{2}$/.test(month)
    ? { seq, offset, hash, month, text }
    : undefined;
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
