import { isJsonObject, ownMember, type JsonObject } from "../../../runtime/json.ts";
import { LobsterError } from "../../../runtime/errors.ts";
import type { StateStore, Version } from "../../../runtime/store/state-store.ts";

/** Documents of the index: which entries of a run are recorded, and under which number. */
export const INDEX_PREFIX = "audit_run_";

/** Runs that are kept in memory; those that are looked at again and again are among the latest. */
const MAX_CACHED = 200;

/** Numbers that are not in the log any more although they were given out: its tail was lost. */
export interface LostRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Says which entries of a run are recorded, without reading the log. It is written after the log; what a crash leaves out
 * is read from the log's end when it is opened.
 */
export interface RunIndex {
  /** Ids of the run's entries that stand in the log, by number. */
  recorded(run: string): Promise<ReadonlyMap<string, number>>;
  add(run: string, entries: readonly (readonly [id: string, seq: number])[]): Promise<void>;
  remove(run: string): Promise<void>;
  /** Makes what was added survive the machine. */
  flush(): Promise<void>;
  /** Forgets what is in memory, after trouble with the store. */
  clear(): void;
}

interface Entry {
  readonly seqs: ReadonlyMap<string, number>;
  readonly version: Version | undefined;
}

/** Opens the index. */
export function createRunIndex(store: StateStore): RunIndex {
  const cache = new Map<string, Entry>();
  const unflushed = new Set<string>();

  const load = async (run: string): Promise<Entry> => {
    const known = cache.get(run);
    if (known !== undefined) return known;
    const stored = await store.read(keyOf(run));
    return stored === undefined
      ? { seqs: new Map(), version: undefined }
      : { seqs: decode(stored.value), version: stored.version };
  };
  const keep = (run: string, entry: Entry): void => {
    cache.delete(run);
    cache.set(run, entry);
    for (const [oldest] of cache) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
  };

  return {
    recorded: async (run) => (await load(run)).seqs,
    add: async (run, entries) => {
      const { seqs, version } = await load(run);
      if (entries.every(([id, seq]) => seqs.get(id) === seq)) return;
      const next = new Map([...seqs, ...entries]);
      const value: JsonObject = { format: FORMAT, seqs: Object.fromEntries(next) };
      const key = keyOf(run);
      const outcome = version === undefined ? await store.create(key, value) : await store.replace(key, value, version);
      if (outcome.kind !== "written") {
        cache.delete(run);
        throw new LobsterError("store_unavailable", `The document ${key} was changed by somebody else; try again`);
      }
      unflushed.add(key);
      keep(run, { seqs: next, version: outcome.version });
    },
    remove: async (run) => {
      cache.delete(run);
      const stored = await store.read(keyOf(run));
      if (stored !== undefined) await store.remove(stored.key, stored.version);
    },
    flush: async () => {
      const keys = [...unflushed];
      await store.flush(keys);
      for (const key of keys) unflushed.delete(key);
    },
    clear: () => cache.clear(),
  };
}

/** Which entry of which run a record is. */
export interface RunRecord {
  readonly run: string;
  readonly id: string;
  readonly seq: number;
}

/** Adds records of any runs. */
export async function addToIndex(index: Pick<RunIndex, "add">, records: readonly RunRecord[]): Promise<void> {
  for (const run of new Set(records.map((record) => record.run))) {
    const members = records.filter((record) => record.run === run);
    await index.add(
      run,
      members.map(({ id, seq }) => [id, seq] as const),
    );
  }
}

/** True when the number was given to a record that is still there. */
export function isThere(seq: number | undefined, lost: readonly LostRange[]): boolean {
  return seq !== undefined && !lost.some(({ from, to }) => from <= seq && seq <= to);
}

const FORMAT = "lobster.audit-run.v1";

/** A document that cannot be read counts as one that knows nothing: an entry twice is better than none. */
function decode(value: unknown): ReadonlyMap<string, number> {
  const seqs = isJsonObject(value) ? ownMember(value, "seqs") : undefined;
  if (!isJsonObject(seqs)) return new Map();
  return new Map(Object.entries(seqs).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

function keyOf(run: string): string {
  return `${INDEX_PREFIX}${run.toLowerCase()}`;
}
