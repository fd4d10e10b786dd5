import type { JsonValue } from "../../src/runtime/json.ts";
import type { StateStore, StoredDocument, Version } from "../../src/runtime/store/state-store.ts";

/** A StateStore in memory, for tests of what stands on the port. Every operation can be made to fail. */
export interface MemoryStore extends StateStore {
  readonly documents: Map<string, StoredDocument>;
  /** Set to make every operation throw it. */
  failure: Error | undefined;
}

/** Creates an empty store. */
export function createMemoryStore(): MemoryStore {
  const documents = new Map<string, StoredDocument>();
  const log: string[] = [];
  let versions = 0;
  const write = (key: string, value: JsonValue): Version => {
    versions += 1;
    const version = String(versions) as Version;
    documents.set(key, { key, value: structuredClone(value), version });
    log.push(key);
    return version;
  };
  const attempt = <T>(work: () => T): Promise<T> =>
    store.failure === undefined ? Promise.resolve().then(work) : Promise.reject(store.failure);
  const store: MemoryStore = {
    documents,
    failure: undefined,
    read: (key) => attempt(() => structuredClone(documents.get(key))),
    create: (key, value) =>
      attempt(() => (documents.has(key) ? { kind: "conflict" } : { kind: "written", version: write(key, value) })),
    replace: (key, value, version) =>
      attempt(() =>
        documents.get(key)?.version === version
          ? { kind: "written", version: write(key, value) }
          : { kind: "conflict" },
      ),
    remove: (key, version) =>
      attempt(() => {
        if (documents.get(key)?.version !== version) return "conflict";
        documents.delete(key);
        log.push(key);
        return "removed";
      }),
    flush: () => attempt(() => undefined),
    list: (prefix, { after = "", limit = 500 } = {}) =>
      attempt(() => {
        const keys = [...documents.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
        const page = keys.slice(0, limit);
        const last = page.at(-1);
        return keys.length > limit && last !== undefined ? { keys: page, next: last } : { keys: page };
      }),
    changes: (cursor) =>
      attempt(() => ({
        keys: cursor === undefined ? [] : log.slice(Number(cursor)),
        cursor: String(log.length),
        reset: false,
      })),
  };
  return store;
}
