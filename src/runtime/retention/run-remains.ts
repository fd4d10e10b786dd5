import { LobsterError, messageOf } from "../errors.ts";
import { decodeGate, decodeStep } from "../run/decode.ts";
import type { GateKey, RunDocument, RunId } from "../run/documents.ts";
import { stepKey } from "../run/keys.ts";
import { isJsonObject, ownMember } from "../json.ts";
import type { StateStore, StoredDocument } from "../store/state-store.ts";

/** Gates by run, with those that their run does not name: one whose run never came to wait at it. */
export type GatesByRun = ReadonlyMap<RunId, readonly GateKey[]>;

/** What is stored of a run beside its own document, in the order in which it is to be removed. */
export type RunRemains = readonly StoredDocument[];

/**
 * Reads everything of a run that goes before its own document: approval ids before their gates, so that no id leads to a gate that
 * is gone, then step results, the last one first, so that a row that is cut off still begins at the first. Throws
 * `invalid_state` when any of it cannot be read.
 */
export async function readRemains(store: StateStore, run: RunDocument, found: GatesByRun): Promise<RunRemains> {
  const named = [...run.decisions.map(({ gate }) => gate), ...(run.recoveries ?? []).map(({ gate }) => gate), run.gate];
  const keys = new Set([...named.filter((key) => key !== undefined), ...(found.get(run.id) ?? [])]);
  const gates: StoredDocument[] = [];
  for (const key of keys) gates.push(...(await readGate(store, run.id, key)));
  return [...gates, ...(await readSteps(store, run.id))];
}

async function readGate(store: StateStore, runId: RunId, key: GateKey): Promise<readonly StoredDocument[]> {
  const stored = await store.read(key);
  if (stored === undefined) return [];
  const gate = naming(key, () => decodeGate(stored.value));
  if (gate?.runId !== runId) throw new LobsterError("invalid_state", `${key} is not a gate of its run ${runId}`);
  const approval = gate.approvalId === undefined ? undefined : await store.read(`approval_${gate.approvalId}`);
  const isItsOwn = isJsonObject(approval?.value) && ownMember(approval.value, "stateKey") === key;
  return approval !== undefined && isItsOwn ? [approval, stored] : [stored];
}

async function readSteps(store: StateStore, runId: RunId): Promise<readonly StoredDocument[]> {
  const steps: StoredDocument[] = [];
  for (let n = 1; ; n += 1) {
    const stored = await store.read(stepKey(runId, n));
    if (stored === undefined) return steps.toReversed();
    naming(stored.key, () => decodeStep(stored.value));
    steps.push(stored);
  }
}

/** What is said about a damaged document names it. */
function naming<T>(key: string, decode: () => T): T {
  try {
    return decode();
  } catch (thrown) {
    throw new LobsterError("invalid_state", `${key}: ${messageOf(thrown)}`, { cause: thrown, facts: { key } });
  }
}
