import type { AdapterHost } from "../../../src/bot/adapter.ts";
import { describeThrown, type Log } from "../../../src/bot/log.ts";
import { eventIdOf } from "../decode.ts";
import { readInteger, readList, readMember } from "../../../src/bot/platform/fields.ts";

/** Updates that were confirmed to Telegram before they were handled: kept here, so that a crash does not lose them. */
export interface UnfinishedUpdates {
  /** What an earlier process left, oldest first. */
  load(): Promise<readonly unknown[]>;
  /** Stores updates. False when they are not stored: then they must not be confirmed. */
  keep(updates: readonly unknown[]): Promise<boolean>;
  /** An update was handled. */
  forget(updateId: number): void;
}

/** What the store takes. */
export interface UnfinishedParts {
  readonly memory: AdapterHost["memory"];
  readonly now: () => number;
  readonly log: Log;
}

const NAME = "unfinished updates";

/** More than this are not taken on: Telegram keeps the rest. */
const MAX_KEPT = 100;

/** Telegram keeps updates for a day; what was left longer than that is as stale here as it would be there. */
const MAX_AGE_MS = 24 * 60 * 60_000;

interface Kept {
  readonly at: number;
  readonly update: unknown;
}

/** Creates the store. All of it is one small text, written one version after the other. */
export function createUnfinishedUpdates({ memory, now, log }: UnfinishedParts): UnfinishedUpdates {
  const kept = new Map<number, Kept>();
  let writing: Promise<unknown> = Promise.resolve();

  const write = (): Promise<boolean> => {
    const written = writing.then(async () => {
      try {
        await memory.set(NAME, JSON.stringify({ format: 1, updates: [...kept.values()] }));
        return true;
      } catch (thrown) {
        log.warn("updates_not_stored", describeThrown(thrown));
        return false;
      }
    });
    writing = written;
    return written;
  };

  return {
    load: async () => {
      for (const entry of decodeKept(await memory.get(NAME))) {
        const id = eventIdOf(entry.update);
        if (id !== undefined && now() - entry.at < MAX_AGE_MS) kept.set(id, entry);
      }
      return [...kept.values()].map(({ update }) => update);
    },
    keep: async (updates) => {
      if (kept.size + updates.length > MAX_KEPT) return false;
      for (const update of updates) {
        const id = eventIdOf(update);
        if (id !== undefined) kept.set(id, { at: now(), update });
      }
      return await write();
    },
    forget: (updateId) => {
      // Found again after a crash, it is recognised as handled: this write may be lost.
      if (kept.delete(updateId)) void write();
    },
  };
}

function decodeKept(text: string | undefined): readonly Kept[] {
  if (text === undefined) return [];
  const stored: unknown = parse(text);
  if (readInteger(stored, "format") !== 1) return [];
  return readList(stored, "updates").map((entry) => ({
    at: readInteger(entry, "at") ?? 0,
    update: readMember(entry, "update"),
  }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
