import type { JsonValue } from "../../../src/runtime/json.ts";
import type { StateStore, Version } from "../../../src/runtime/store/state-store.ts";

/** A store in memory, for tests of what stands upon the port. */
export function createMemoryStore(documents = new Map<string, JsonValue>()): StateStore {
  const versions = new Map<string, number>();
  const versionOf = (key: string): Version => String(versions.get(key) ?? 0) as Version;
  const put = (key: string, value: JsonValue): { readonly kind: "written"; readonly version: Version } => {
    documents.set(key, value);
    versions.set(key, (versions.get(key) ?? 0) + 1);
    return { kind: "written", version: versionOf(key) };
  };
  return {
    read: async (key) => {
      const value = documents.get(key);
      return value === undefined ? undefined : { key, value, version: versionOf(key) };
    },
    create: async (key, value) => (documents.has(key) ? { kind: "conflict" } : put(key, value)),
    replace: async (key, value, version) => (versionOf(key) === version ? put(key, value) : { kind: "conflict" }),
    remove: async (key, version) => {
      if (versionOf(key) !== version) return "conflict";
      return documents.delete(key) ? "removed" : "conflict";
    },
    list: async (prefix) => ({ keys: [...documents.keys()].filter((key) => key.startsWith(prefix)).toSorted() }),
    flush: async () => undefined,
    changes: async () => ({ keys: [], cursor: "0", reset: false }),
  };
}
