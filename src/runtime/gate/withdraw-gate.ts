import type { RuntimeHost } from "../host.ts";
import type { GateDocument } from "../run/documents.ts";

/** Takes back a gate that its run never came to wait at; its token was given to nobody. */
export async function withdrawGate(
  host: Pick<RuntimeHost, "store">,
  gate: Pick<GateDocument, "key" | "approvalId">,
): Promise<void> {
  const keys = [gate.key, ...(gate.approvalId === undefined ? [] : [`approval_${gate.approvalId}`])];
  for (const key of keys) {
    const stored = await host.store.read(key);
    if (stored !== undefined) await host.store.remove(key, stored.version);
  }
}
