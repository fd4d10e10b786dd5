import { LobsterError } from "../../runtime/errors.ts";
import { decodeGate, decodeRun } from "../../runtime/run/decode.ts";
import type { GateDocument, RunDocument } from "../../runtime/run/documents.ts";
import { runKey } from "../../runtime/run/keys.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { listBatches, type Damage } from "./list-documents.ts";

/** A gate that waits for a decision, with its run. */
export interface OpenGate {
  readonly gate: GateDocument;
  readonly run: RunDocument;
}

/** What a state directory holds. */
export interface FoundGates {
  /** The oldest first. */
  readonly open: readonly OpenGate[];
  /** Documents that should be gates, or runs of gates, and cannot be read. */
  readonly damaged: readonly Damage[];
  /** Checkpoints of another program: they are resumed by their token. */
  readonly foreign: number;
}

const PREFIXES = ["workflow_resume_", "pipeline_resume_"];

/**
 * Finds the open gates of a store. One that its run has gone past, because a process died between two writes, is not open.
 * Throws `store_unavailable`; a damaged document is reported and hides no other.
 */
export async function findGates(store: StateStore): Promise<FoundGates> {
  const looks: Look[] = [];
  for (const prefix of PREFIXES) {
    for await (const keys of listBatches(store, prefix)) {
      looks.push(...(await Promise.all(keys.map((key) => lookAt(store, key)))));
    }
  }
  const open = looks.flatMap((look) => (look.kind === "open" ? [{ gate: look.gate, run: look.run }] : []));
  return {
    open: open.toSorted((one, other) => one.gate.createdAt.localeCompare(other.gate.createdAt)),
    damaged: looks.flatMap((look) => (look.kind === "damaged" ? [{ key: look.key, message: look.message }] : [])),
    foreign: looks.filter(({ kind }) => kind === "foreign").length,
  };
}

type Look =
  | { readonly kind: "open"; readonly gate: GateDocument; readonly run: RunDocument }
  | { readonly kind: "closed" }
  | { readonly kind: "foreign" }
  | { readonly kind: "damaged"; readonly key: string; readonly message: string };

async function lookAt(store: StateStore, key: string): Promise<Look> {
  try {
    const stored = await store.read(key);
    if (stored === undefined) return { kind: "closed" };
    const gate = decodeGate(stored.value);
    if (gate === undefined) return { kind: "foreign" };
    return gate.state === "open" ? await lookAtRun(store, gate) : { kind: "closed" };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code === "store_unavailable") throw thrown;
    return { kind: "damaged", key, message: thrown.message };
  }
}

async function lookAtRun(store: StateStore, gate: GateDocument): Promise<Look> {
  const stored = await store.read(runKey(gate.runId));
  if (stored === undefined) {
    return { kind: "damaged", key: gate.key, message: `its run ${gate.runId} is missing` };
  }
  const run = decodeRun(stored.value);
  return run.status === "waiting" && run.gate === gate.key ? { kind: "open", gate, run } : { kind: "closed" };
}
