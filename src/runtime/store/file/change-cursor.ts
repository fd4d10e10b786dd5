import { isKey } from "./document-names.ts";

/** A change that was announced, and whose second line has not been seen yet. */
export interface PendingChange {
  readonly nonce: string;
  readonly key: string;
  /** When the reader first saw it, in ms since the epoch. */
  readonly since: number;
}

/** How far a reader of the change log has come. Generation 0 with an empty identity: before anything was written. */
export interface ChangePosition {
  readonly generation: number;
  readonly identity: string;
  /** Bytes of that generation that were read. */
  readonly offset: number;
  readonly pending: readonly PendingChange[];
}

/** The position as opaque text: `<generation>:<identity>:<offset>`, then `:<nonce>@<since>@<key>` for each pending change. */
export function encodeCursor({ generation, identity, offset, pending }: ChangePosition): string {
  const changes = pending.map(({ nonce, since, key }) => `${nonce}@${since}@${key}`);
  return [generation, identity, offset, ...changes].join(":");
}

/** The position a cursor stands for; undefined when it is none of ours. */
export function decodeCursor(cursor: string): ChangePosition | undefined {
  const [generation = "", identity = "", offset = "", ...changes] = cursor.split(":");
  const pending = changes.flatMap(decodePending);
  if (!isCount(generation) || !isCount(offset) || pending.length !== changes.length) return undefined;
  return { generation: Number(generation), identity, offset: Number(offset), pending };
}

function decodePending(text: string): PendingChange[] {
  const [nonce = "", since = "", key = "", ...rest] = text.split("@");
  const valid = isNonce(nonce) && isCount(since) && isKey(key) && rest.length === 0;
  return valid ? [{ nonce, since: Number(since), key }] : [];
}

/** True for the random part of an announcement. */
export function isNonce(text: string): boolean {
  return /^[0-9a-f]{1,32}$/.test(text);
}

function isCount(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}
