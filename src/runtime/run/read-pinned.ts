import type { RuntimeHost } from "../host.ts";
import type { LoadedWorkflow } from "../workflow/definition.ts";
import { fromPinnedDocuments } from "../workflow/pin.ts";

/** The pinned definition with this digest. The file on disk is not looked at (promise 2). */
export async function readPinned(host: Pick<RuntimeHost, "store">, digest: string): Promise<LoadedWorkflow> {
  return await fromPinnedDocuments(digest, async (key) => (await host.store.read(key))?.value);
}
