import type { StateStore } from "../store/state-store.ts";

/** Keys in a page: a store in files reads the whole directory for each. */
const PAGE = 10_000;

/** Keys that are handled before others have their turn. */
const TURN = 100;

/** What listing takes. */
export interface ListParts {
  readonly store: Pick<StateStore, "list">;
  readonly pause: () => Promise<void>;
}

/** All keys with a prefix, one by one, with a pause now and then. */
export async function* listKeys({ store, pause }: ListParts, prefix: string): AsyncGenerator<string, void> {
  let after: string | undefined;
  do {
    const page = await store.list(prefix, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const [index, key] of page.keys.entries()) {
      if (index % TURN === TURN - 1) await pause();
      yield key;
    }
    after = page.next;
  } while (after !== undefined);
}
