import type { StateStore } from "../../runtime/store/state-store.ts";

/** A stored document that cannot be read. */
export interface Damage {
  readonly key: string;
  readonly message: string;
}

/** Documents read at a time. */
const BATCH = 32;

/** Keys with a prefix, in batches that are read at a time. */
export async function* listBatches(store: StateStore, prefix: string): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  do {
    const page = await store.list(prefix, after === undefined ? {} : { after });
    for (let at = 0; at < page.keys.length; at += BATCH) yield page.keys.slice(at, at + BATCH);
    after = page.next;
  } while (after !== undefined);
}
