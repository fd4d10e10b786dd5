import { LobsterError } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import type { StoredDocument, WriteOptions } from "../store/state-store.ts";
import { decodeRun } from "./decode.ts";
import type { RunDocument, RunId } from "./documents.ts";
import { encodeDocument, runKey } from "./keys.ts";

/** A change to a run; undefined leaves it as it is. */
export type RunChange = (run: RunDocument) => RunDocument | undefined;

/** The one way a run document is changed: read, change, compare and set, again when somebody else was faster. */
export interface RunWriter {
  /** The run as last read or written. */
  readonly current: RunDocument;
  /** Applies `change`. Calls are carried out one after another. */
  update(change: RunChange, options?: WriteOptions): Promise<RunDocument>;
  /** Reads the document again, to see what others wrote. */
  refresh(): Promise<RunDocument>;
}

/** A conflict means another writer was faster; this many in a row means something is badly wrong. */
const MAX_CONFLICTS = 50;

/** Opens a run for changing. Throws `not_found` when there is none. */
export async function openRun(host: Pick<RuntimeHost, "store">, runId: RunId): Promise<RunWriter> {
  const key = runKey(runId);
  let stored = await readStored(host, key, runId);
  let current = decodeRun(stored.value);
  let queue: Promise<unknown> = Promise.resolve();

  const reload = async (): Promise<RunDocument> => {
    stored = await readStored(host, key, runId);
    current = decodeRun(stored.value);
    return current;
  };
  const apply = async (change: RunChange, options?: WriteOptions): Promise<RunDocument> => {
    for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
      const changed = change(current);
      if (changed === undefined || changed === current) return current;
      const value = encodeDocument(changed);
      const outcome = await host.store.replace(key, value, stored.version, options);
      if (outcome.kind === "written") {
        stored = { key, value, version: outcome.version };
        current = changed;
        return current;
      }
      await reload();
    }
    throw new LobsterError("store_unavailable", `Run ${runId} could not be saved: it keeps changing; try again`);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work, work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  return {
    get current() {
      return current;
    },
    update: (change, options) => inTurn(() => apply(change, options)),
    refresh: () => inTurn(reload),
  };
}

async function readStored(host: Pick<RuntimeHost, "store">, key: string, runId: RunId): Promise<StoredDocument> {
  const stored = await host.store.read(key);
  if (stored === undefined) throw new LobsterError("not_found", `Run ${runId} not found`, { facts: { runId } });
  return stored;
}
