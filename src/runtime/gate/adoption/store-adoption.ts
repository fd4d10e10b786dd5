import { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import { decodeGate, decodeRun } from "../../run/decode.ts";
import type { RunDocument } from "../../run/documents.ts";
import { keepDefinition } from "../../run/keep-definitions.ts";
import { encodeDocument, runKey, stepKey } from "../../run/keys.ts";
import type { Adoption } from "./adoption.ts";

/**
 * Stores an adoption. The gate takes the place of the peer's document only if that is still the one that was read, so
 * that of any number of racing processes one takes it over; losing is no failure, the caller looks again. What is written
 * before has a name made of its content: doing it twice, or after a crash, changes nothing.
 */
export async function storeAdoption(host: RuntimeHost, adoption: Adoption): Promise<void> {
  const { run, gate, steps, definitions, stored } = adoption;
  const stepKeys = steps.map((_, index) => stepKey(run.id, index + 1));
  for (const { key, value } of definitions) await keepDefinition(host, key, value);
  for (const [index, step] of steps.entries()) {
    await host.store.create(stepKey(run.id, index + 1), encodeDocument(step));
  }
  await host.store.create(runKey(run.id), encodeDocument(run));
  await assertOwnRun(host, run);
  await host.store.flush([...definitions.map(({ key }) => key), ...stepKeys, runKey(run.id)]);
  const outcome = await host.store.replace(gate.key, encodeDocument(gate), stored.version, {
    survive: "machine",
    besidePeer: true,
  });
  if (outcome.kind === "conflict") await dropUnlessAdopted(host, adoption, stepKeys);
}

/** The id is made of the checkpoint; another run under it would be a miracle, but nothing may be decided on it. */
async function assertOwnRun(host: RuntimeHost, run: RunDocument): Promise<void> {
  const stored = await host.store.read(runKey(run.id));
  if (stored !== undefined && decodeRun(stored.value).gate === run.gate) return;
  throw new LobsterError("store_unavailable", `The checkpoint of run ${run.id} could not be taken over; try again`);
}

/** Somebody else was faster: the documents stay when they are that one's too, and go when the peer has resumed itself. */
async function dropUnlessAdopted(host: RuntimeHost, adoption: Adoption, stepKeys: readonly string[]): Promise<void> {
  const { run, gate } = adoption;
  const now = await host.store.read(gate.key);
  if (now !== undefined && decodeGate(now.value)?.runId === run.id) return;
  for (const key of [runKey(run.id), ...stepKeys]) {
    const stored = await host.store.read(key);
    if (stored !== undefined) await host.store.remove(key, stored.version);
  }
}
