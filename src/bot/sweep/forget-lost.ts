import { hasCode } from "../../runtime/errors.ts";
import { listKeys, type ListParts } from "../../runtime/retention/list-keys.ts";
import type { RunId } from "../../runtime/run/documents.ts";
import { INDEX_PREFIX } from "../audit/log/run-index.ts";
import type { SharedCore } from "../core.ts";
import { RUNS_SHELF } from "../runs/run-records.ts";
import { listShelf } from "../storage/keyv-store.ts";

type Parts = Pick<SharedCore, "runtime" | "keeper" | "records" | "log">;

/** Forgets what is kept about runs that are gone, as a process leaves it that dies right after it removed a run. */
export async function forgetLost(core: Parts, parts: ListParts): Promise<void> {
  for await (const key of listShelf(parts, RUNS_SHELF)) await forgetIfLost(core, key);
  for await (const key of listKeys(parts, INDEX_PREFIX)) {
    await forgetIfLost(core, key.slice(INDEX_PREFIX.length).toUpperCase());
  }
}

async function forgetIfLost({ runtime, keeper, records, log }: Parts, id: string): Promise<void> {
  if (!isRunId(id)) return;
  try {
    // A run that cannot be read is there.
    if ((await runtime.readRun(id)) !== undefined) return;
    await records.get(id);
    await keeper.refresh(id);
  } catch (thrown) {
    if (!hasCode(thrown, "invalid_state")) throw thrown;
    log.warn("document_left_alone", { runId: id, how: thrown.message });
  }
}

function isRunId(text: string): text is RunId {
  return /^[0-9A-Z]{8}$/.test(text);
}
