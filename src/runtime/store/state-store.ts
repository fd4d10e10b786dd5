import type { JsonValue } from "../json.ts";

/** An opaque version of a stored document; equal versions mean equal content. */
export type Version = string & { readonly __brand: "Version" };

/** A document as read: its value and the version a later replace or remove must name. */
export interface StoredDocument {
  readonly key: string;
  readonly value: JsonValue;
  readonly version: Version;
}

/** How much of the machine's fate a completed write survives. */
export interface WriteOptions {
  /**
   * `process` (default): a completed write survives the death of this process. `machine`: it is on disk (fsync) before
   * the call returns; for gates, decisions and claims.
   */
  readonly survive?: "process" | "machine";
  /** The document is the peer's, which may change it at the same moment: a store that shares files with it waits its turn. */
  readonly besidePeer?: true;
}

/** The outcome of a conditional write. A conflict changes nothing and carries no document: read again. */
export type WriteOutcome = { readonly kind: "written"; readonly version: Version } | { readonly kind: "conflict" };

/** One page of a listing; `next` is there when more follow. */
export interface KeyPage {
  readonly keys: readonly string[];
  readonly next?: string;
}

/**
 * What changed since a cursor. Keys may repeat and may name documents whose write never completed: read them. `reset`
 * means the cursor is too old or unknown, so everything has to be listed again.
 */
export interface ChangePage {
  readonly keys: readonly string[];
  readonly cursor: string;
  readonly reset: boolean;
}

/**
 * Durable documents with compare-and-set: the only place where Lobster keeps anything. Every operation either does what
 * it says or throws `LobsterError` with code `store_unavailable` or `invalid_state`; a store that is down is never "not
 * there". Keys are `[a-z0-9._-]`, at most 200 characters. Every implementation passes test/contracts/state-store.ts.
 */
export interface StateStore {
  /**
   * The document, or undefined when there is none. A document that is not JSON throws `invalid_state` naming the key; its
   * `version` fact lets a caller that knows the right content replace it.
   */
  read(key: string): Promise<StoredDocument | undefined>;
  /** Creates the document; `conflict` when one exists. Exclusive between processes. */
  create(key: string, value: JsonValue, options?: WriteOptions): Promise<WriteOutcome>;
  /** Replaces the document if it still has `version`. Of any number of racing callers exactly one is told `written`. */
  replace(key: string, value: JsonValue, version: Version, options?: WriteOptions): Promise<WriteOutcome>;
  /** Removes the document if it still has `version`; `conflict` when it has changed or is gone. Never used to claim. */
  remove(key: string, version: Version): Promise<"removed" | "conflict">;
  /** Makes earlier `process` writes of these keys survive the machine too. Missing keys are passed over. */
  flush(keys: readonly string[]): Promise<void>;
  /** Keys that start with `prefix`, sorted, `limit` (default 500) a page. `after` is the `next` of the page before. */
  list(prefix: string, options?: { readonly after?: string; readonly limit?: number }): Promise<KeyPage>;
  /** What changed since `cursor`; without one, the present cursor and no keys. */
  changes(cursor?: string): Promise<ChangePage>;
}
