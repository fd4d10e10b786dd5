import type { RunId } from "../../runtime/run/documents.ts";
import { createInOrder } from "../platform/in-order.ts";
import { expectTexts, type OpenShelf } from "../storage/shelf.ts";

/** Ended runs that a conversation remembers for `/history`. */
const MAX_ENDED = 50;

/** The runs of a conversation, newest first. */
export interface ConversationRuns {
  /** Not over yet. */
  readonly active: readonly RunId[];
  readonly ended: readonly RunId[];
}

/** Which runs belong to which conversation, so that lists never read every run there is. */
export interface RunDirectory {
  list(conversation: string): Promise<ConversationRuns>;
  /** Notes that a run concerns a conversation. */
  add(conversation: string, runId: RunId): Promise<void>;
  /** Notes that it is over. */
  end(conversation: string, runId: RunId): Promise<void>;
  remove(conversation: string, runId: RunId): Promise<void>;
}

/** Opens the directory. */
export function createRunDirectory(openShelf: OpenShelf): RunDirectory {
  const shelf = openShelf("conversations", (value) => ({
    active: expectTexts(value, "active") as readonly RunId[],
    ended: expectTexts(value, "ended") as readonly RunId[],
  }));
  const inOrder = createInOrder();
  const read = async (conversation: string): Promise<ConversationRuns> =>
    (await shelf.get(conversation)) ?? { active: [], ended: [] };
  const change = (conversation: string, apply: (runs: ConversationRuns) => ConversationRuns): Promise<void> =>
    inOrder(conversation, async () => {
      const before = await read(conversation);
      const after = apply(before);
      if (after !== before) await shelf.set(conversation, { active: [...after.active], ended: [...after.ended] });
    });
  return {
    list: read,
    add: (conversation, runId) =>
      change(conversation, (runs) =>
        runs.active.includes(runId) || runs.ended.includes(runId) ? runs : { ...runs, active: [runId, ...runs.active] },
      ),
    end: (conversation, runId) =>
      change(conversation, (runs) =>
        runs.ended.includes(runId)
          ? runs
          : {
              active: runs.active.filter((id) => id !== runId),
              ended: [runId, ...runs.ended].slice(0, MAX_ENDED),
            },
      ),
    remove: (conversation, runId) =>
      change(conversation, (runs) => ({
        active: runs.active.filter((id) => id !== runId),
        ended: runs.ended.filter((id) => id !== runId),
      })),
  };
}
