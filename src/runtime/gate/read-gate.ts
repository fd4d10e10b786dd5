import { LobsterError, hasCode } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import { decodeGate } from "../run/decode.ts";
import type { GateDocument, GateKey } from "../run/documents.ts";
import type { GateReference } from "../runtime.ts";
import type { StoredDocument } from "../store/state-store.ts";
import { findGateByApprovalId, unknownApprovalId } from "./approval-id.ts";
import { isSpentMarker } from "./adoption/peer-checkpoint.ts";
import { decodeToken, kindOfKey, type TokenPointer } from "./token.ts";

/** A gate as stored, ready for compare-and-set. */
export interface StoredGate {
  readonly gate: GateDocument;
  readonly stored: StoredDocument;
}

/** A checkpoint that the peer wrote: it becomes a gate of ours when somebody decides it. */
export interface ForeignCheckpoint {
  readonly foreign: StoredDocument;
}

/** A resolved reference: the key, and which kind of gate the caller believes it is. */
export interface ResolvedReference {
  readonly gateKey: GateKey;
  readonly kind: TokenPointer["kind"];
}

/**
 * Turns a token, an approval id or a key into a gate key. Throws `invalid_token` for a token that is not one and
 * `not_found` for an approval id that names nothing.
 */
export async function resolveReference(
  host: Pick<RuntimeHost, "store">,
  reference: GateReference,
): Promise<ResolvedReference> {
  if ("token" in reference) {
    const pointer = decodeToken(reference.token);
    return { gateKey: normalizeKey(pointer.gateKey), kind: pointer.kind };
  }
  if ("gateKey" in reference) return { gateKey: reference.gateKey, kind: kindOfKey(reference.gateKey) };
  const gateKey = await findGateByApprovalId(host, reference.approvalId);
  if (gateKey === undefined) throw unknownApprovalId(reference.approvalId);
  return { gateKey, kind: kindOfKey(gateKey) };
}

/**
 * Reads the gate behind a resolved reference; undefined when there is none, or one that the peer has used up. A checkpoint
 * of the other kind throws `Invalid workflow resume state` (or `… pipeline …`) and stays as it is.
 */
export async function readStoredGate(
  host: Pick<RuntimeHost, "store">,
  reference: ResolvedReference,
): Promise<StoredGate | ForeignCheckpoint | undefined> {
  const stored = await readDocument(host, reference);
  if (stored === undefined || isSpentMarker(stored.value)) return undefined;
  if (kindOfKey(reference.gateKey) !== reference.kind) throw invalidState(reference);
  const gate = decodeOrRefuse(stored, reference);
  if (gate === undefined) return { foreign: stored };
  if (gate.key !== reference.gateKey) throw invalidState(reference);
  return { gate, stored };
}

/** The words for a checkpoint that is not there (stages-and-cli §11.5). */
export function stateNotFound(kind: TokenPointer["kind"]): LobsterError {
  return new LobsterError(
    "not_found",
    kind === "workflow-file" ? "Workflow resume state not found" : "Pipeline resume state not found",
  );
}

async function readDocument(
  host: Pick<RuntimeHost, "store">,
  reference: ResolvedReference,
): Promise<StoredDocument | undefined> {
  if (!/^[a-z]+_resume_[a-z0-9-]+$/.test(reference.gateKey)) return undefined;
  try {
    return await host.store.read(reference.gateKey);
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state")) throw invalidState(reference, thrown);
    throw thrown;
  }
}

function decodeOrRefuse(stored: StoredDocument, reference: ResolvedReference): GateDocument | undefined {
  try {
    return decodeGate(stored.value);
  } catch (thrown) {
    throw invalidState(reference, thrown);
  }
}

function invalidState(reference: ResolvedReference, cause?: unknown): LobsterError {
  const kind = reference.kind === "workflow-file" ? "workflow" : "pipeline";
  return new LobsterError("invalid_state", `Invalid ${kind} resume state`, {
    facts: { gateKey: reference.gateKey },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Lobster knows two spellings of a checkpoint key (workflows-and-checkpoints §14.4). */
function normalizeKey(key: GateKey): GateKey {
  return key.toLowerCase().replace(/^(workflow|pipeline)-resume_/, "$1_resume_") as GateKey;
}
