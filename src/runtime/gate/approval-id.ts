import { LobsterError } from "../errors.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import { isJsonObject, ownMember } from "../json.ts";
import type { GateKey } from "../run/documents.ts";

const MAX_ATTEMPTS = 16;

/**
 * Publishes a new 8-hex approval id for a gate as `approval_<id>`, never over an existing one (stages-and-cli §11.2).
 * Throws `store_unavailable` after 16 collisions.
 */
export async function publishApprovalId(
  host: Pick<RuntimeHost, "store" | "ids" | "clock">,
  gateKey: GateKey,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const id = host.ids.hex(4);
    const index = { stateKey: gateKey, createdAt: isoNow(host) };
    const outcome = await host.store.create(`approval_${id}`, index, { survive: "machine" });
    if (outcome.kind === "written") return id;
  }
  throw new LobsterError("store_unavailable", "Could not allocate a unique approval ID");
}

/** An approval id as it is stored: letter case and everything outside `a-f0-9` do not count. */
export function toApprovalId(written: string): string {
  return written.toLowerCase().replaceAll(/[^a-f0-9]/g, "");
}

/** The gate an approval id names, or undefined. */
export async function findGateByApprovalId(
  host: Pick<RuntimeHost, "store">,
  approvalId: string,
): Promise<GateKey | undefined> {
  const id = toApprovalId(approvalId);
  if (id.length !== 8) return undefined;
  const stored = await host.store.read(`approval_${id}`);
  if (stored === undefined || !isJsonObject(stored.value)) return undefined;
  const key = ownMember(stored.value, "stateKey");
  return typeof key === "string" ? (key as GateKey) : undefined;
}

/** The error for an approval id that names nothing (or nothing any more). */
export function unknownApprovalId(approvalId: string): LobsterError {
  return new LobsterError("not_found", `Approval ID "${approvalId}" not found or expired`, { type: "parse_error" });
}
