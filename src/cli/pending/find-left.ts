import { LobsterError } from "../../runtime/errors.ts";
import { decodeGate, decodeRun } from "../../runtime/run/decode.ts";
import type { GateDocument, RunDocument } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { listBatches } from "./list-documents.ts";

/** A run that somebody opened a gate of, or had a lost step of run again, and did not go on with. */
export interface LeftRun {
  readonly run: RunDocument;
  /** The gate that was opened; absent behind a retry. */
  readonly gate?: GateDocument;
}

/**
 * Finds the runs behind an approval, an answer or a retry whose process died with no step under way: nothing is unknown, and
 * nobody goes on with them. Changes nothing; what cannot be read is for whoever lists gates and interrupted runs to tell.
 */
export async function findLeft(
  store: StateStore,
  runtime: Pick<Runtime, "findInterruption" | "leftToOthers">,
): Promise<readonly LeftRun[]> {
  const left: (LeftRun | undefined)[] = [];
  for await (const keys of listBatches(store, "run_")) {
    left.push(...(await Promise.all(keys.map((key) => lookAt(store, runtime, key)))));
  }
  return left
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.run.startedAt.localeCompare(other.run.startedAt));
}

async function lookAt(
  store: StateStore,
  runtime: Pick<Runtime, "findInterruption" | "leftToOthers">,
  key: string,
): Promise<LeftRun | undefined> {
  try {
    const stored = await store.read(key);
    const run = stored === undefined ? undefined : decodeRun(stored.value);
    if (run === undefined || run.status === "over") return undefined;
    const gate = run.again === undefined ? await readOpened(store, run) : undefined;
    if (run.again === undefined && gate === undefined) return undefined;
    if (runtime.leftToOthers(run, gate) !== 0 || (await runtime.findInterruption(run)) !== undefined) return undefined;
    return { run, ...(gate === undefined ? {} : { gate }) };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code === "store_unavailable") throw thrown;
    return undefined;
  }
}

/** The gate of a run, if somebody has opened it. */
async function readOpened(store: StateStore, { gate: key }: RunDocument): Promise<GateDocument | undefined> {
  const stored = key === undefined ? undefined : await store.read(key);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  const kind = gate?.decision?.kind;
  return kind === "approve" || kind === "answer" ? gate : undefined;
}
