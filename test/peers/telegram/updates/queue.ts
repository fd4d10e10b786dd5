import { UPDATE_KINDS } from "../api/table.ts";
import type { Wire } from "../../shared/wire.ts";

/** An update that waits to be taken. */
export interface PendingUpdate {
  readonly id: number;
  /** Updates with the same order key are delivered one after the other by webhook. */
  readonly orderKey: string;
  readonly body: Wire;
}

/** The updates of one bot: kept until they are confirmed or too old. */
export interface UpdateQueue {
  /** Adds an update unless the bot does not want its kind. `lifetimeMs`: how long it waits to be taken. */
  push(update: {
    readonly kind: string;
    readonly body: Wire;
    readonly orderKey: string;
    readonly lifetimeMs: number;
  }): void;
  /** Confirms what is before `offset`, then returns what comes next; nothing is taken out. Negative: from the end. */
  read(offset: number, limit: number): readonly PendingUpdate[];
  pending(): readonly PendingUpdate[];
  drop(id: number): void;
  clear(): void;
  /** Remembered until it is set again; undefined changes nothing, an empty list asks for the default kinds. */
  allow(kinds: readonly string[] | undefined): void;
  allowed(): readonly string[];
  /** Calls `listener` after every update that was added, until the returned function is called. */
  listen(listener: () => void): () => void;
}

/** Kinds a bot gets only when it asks for them. */
const ON_REQUEST: ReadonlySet<string> = new Set(["chat_member", "message_reaction", "message_reaction_count"]);
const DEFAULT_KINDS = UPDATE_KINDS.filter((kind) => !ON_REQUEST.has(kind));

/** How far beyond the last update an offset may point before the server takes it for a mistake and ignores it. */
const FUTURE_OFFSETS = 10;

/** Creates the queue of a bot. Update ids rise from `firstId`; `now` is in ms. */
export function createUpdateQueue(firstId: number, now: () => number): UpdateQueue {
  const updates = new Map<number, PendingUpdate & { readonly until: number }>();
  const listeners = new Set<() => void>();
  let nextId = firstId;
  let kinds: readonly string[] = DEFAULT_KINDS;

  const pending = (): readonly PendingUpdate[] => {
    for (const { id, until } of updates.values()) if (until <= now()) updates.delete(id);
    return [...updates.values()];
  };
  const confirmBefore = (offset: number): void => {
    for (const id of updates.keys()) if (id < offset) updates.delete(id);
  };

  return {
    pending,
    push: ({ kind, body, orderKey, lifetimeMs }) => {
      if (!kinds.includes(kind)) return;
      const update = { id: nextId, orderKey, body: { update_id: nextId, [kind]: body }, until: now() + lifetimeMs };
      updates.set(nextId, update);
      nextId += 1;
      for (const listener of listeners) listener();
    },
    read: (offset, limit) => {
      if (offset < 0) confirmBefore(pending().at(offset)?.id ?? 0);
      else if (offset <= nextId + FUTURE_OFFSETS) confirmBefore(offset);
      return pending().slice(0, limit);
    },
    drop: (id) => {
      updates.delete(id);
    },
    clear: () => updates.clear(),
    allow: (wanted) => {
      if (wanted === undefined) return;
      const known = wanted.filter((kind) => UPDATE_KINDS.includes(kind));
      kinds = known.length === 0 ? DEFAULT_KINDS : known;
    },
    allowed: () => (kinds === DEFAULT_KINDS ? [] : kinds),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
