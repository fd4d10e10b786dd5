import type { RuntimeHost } from "../host.ts";
import type { RunDocument } from "./documents.ts";
import { runKey, stepKey } from "./keys.ts";

/**
 * Removes what a finished run left, when nobody can ask about it: it never stopped for a person, and nobody is to be told of
 * it. Every other run is kept. The result is in the caller's hands already, so trouble here is no failure of the run.
 */
export async function forgetRun(host: Pick<RuntimeHost, "store">, run: RunDocument): Promise<void> {
  if (run.decisions.length > 0 || run.announce.length > 0 || run.recoveries !== undefined) return;
  try {
    await removeKey(host, runKey(run.id));
    for (let n = 1; await removeKey(host, stepKey(run.id, n)); n += 1);
  } catch {
    // What is left is swept with other old documents.
  }
}

async function removeKey(host: Pick<RuntimeHost, "store">, key: string): Promise<boolean> {
  const stored = await host.store.read(key);
  return stored !== undefined && (await host.store.remove(key, stored.version)) === "removed";
}
