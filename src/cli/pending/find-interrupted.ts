import { LobsterError } from "../../runtime/errors.ts";
import { decodeRun } from "../../runtime/run/decode.ts";
import type { RunDocument } from "../../runtime/run/documents.ts";
import type { Interruption } from "../../runtime/run/recovery-documents.ts";
import type { Survivors } from "../../runtime/recovery/survivors.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { listBatches, type Damage } from "./list-documents.ts";

/** A run whose process died in a step. */
export interface InterruptedRun {
  readonly run: RunDocument;
  readonly interruption: Interruption;
  readonly survivors: Survivors;
}

/** Finds the interrupted runs of a store, the oldest first, also those that nobody has noted yet. Changes nothing. */
export async function findInterrupted(
  store: StateStore,
  runtime: Pick<Runtime, "findInterruption" | "findSurvivors">,
): Promise<{ readonly interrupted: readonly InterruptedRun[]; readonly damaged: readonly Damage[] }> {
  const looks: (InterruptedRun | Damage | undefined)[] = [];
  for await (const keys of listBatches(store, "run_")) {
    looks.push(...(await Promise.all(keys.map((key) => lookAt(store, runtime, key)))));
  }
  const found = looks.filter((look) => look !== undefined);
  const interrupted = found.filter((look) => "run" in look);
  return {
    interrupted: interrupted.toSorted((one, other) => one.interruption.at.localeCompare(other.interruption.at)),
    damaged: found.filter((look) => "message" in look),
  };
}

async function lookAt(
  store: StateStore,
  runtime: Pick<Runtime, "findInterruption" | "findSurvivors">,
  key: string,
): Promise<InterruptedRun | Damage | undefined> {
  try {
    const stored = await store.read(key);
    if (stored === undefined) return undefined;
    const run = decodeRun(stored.value);
    const interruption = await runtime.findInterruption(run);
    if (interruption === undefined) return undefined;
    return { run, interruption, survivors: runtime.findSurvivors({ ...run, interruption }) };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code === "store_unavailable") throw thrown;
    return { key, message: thrown.message };
  }
}
