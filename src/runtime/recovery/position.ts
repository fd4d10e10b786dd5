import { LobsterError } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import { decodeGate } from "../run/decode.ts";
import type { Frame, GateDocument, GateKey, RunDocument } from "../run/documents.ts";
import type { Resumption } from "../run/recovery-documents.ts";
import type { ResumeFrom } from "../engine/outcome.ts";
import type { Leftover } from "./leftover.ts";

/** Where an execution begins. */
export interface Position {
  /** How many results count; later ones were left by executions that came to nothing. */
  readonly count: number;
  /** Where in the workflow; absent: at its start. */
  readonly at?: { readonly frames: readonly Frame[]; readonly from: ResumeFrom };
  /** For a pipeline: the decided gate it goes on behind; absent: at its start. */
  readonly gate?: GateDocument;
  /** The gate that asked again: its approval is the one that later steps see. */
  readonly asked?: GateDocument;
  /** The gate that opens again when nothing was started. */
  readonly reopens?: GateDocument;
}

/** Finds where a run goes on that nobody holds. Throws `invalid_state` when a checkpoint it needs is gone. */
export async function findPosition(
  host: Pick<RuntimeHost, "store">,
  run: RunDocument,
  gate: GateDocument | undefined,
  leftover: Exclude<Leftover, { readonly kind: "unknown" }>,
): Promise<Position> {
  switch (leftover.kind) {
    case "harmless":
      return { count: run.stepCount, at: { frames: leftover.frames, from: { kind: "again" } } };
    case "behind":
      return { count: leftover.count, at: { frames: leftover.frames, from: { kind: "behind" } } };
    case "untouched":
      if (run.again !== undefined) return await resume(host, run, run.again);
      if (gate === undefined) return { count: 0 };
      if (isPlain(gate)) return { ...goOnBehind(run, gate), reopens: gate };
      return { ...(await resume(host, run, gate.retry?.resumption ?? {})), asked: gate, reopens: gate };
  }
}

/** Does the run go on behind this very gate, be it asked for the first time or again? */
export function isPlain({ retry }: GateDocument): boolean {
  return retry === undefined || (retry.resumption.frames === undefined && retry.resumption.gate === retry.of);
}

async function resume(
  host: Pick<RuntimeHost, "store">,
  run: RunDocument,
  { frames, gate: key }: Resumption,
): Promise<Position> {
  const gate = key === undefined ? undefined : await readGate(host, run, key);
  if (frames !== undefined && run.kind === "workflow") {
    const from = { kind: "again", ...(gate === undefined ? {} : { gate }) } as const;
    return { count: run.stepCount, at: { frames, from } };
  }
  return gate === undefined ? { count: 0 } : goOnBehind(run, gate);
}

function goOnBehind(run: RunDocument, gate: GateDocument): Position {
  return { count: run.stepCount, gate, at: { frames: gate.frames, from: { kind: "gate", gate } } };
}

async function readGate(host: Pick<RuntimeHost, "store">, run: RunDocument, key: GateKey): Promise<GateDocument> {
  const stored = await host.store.read(key);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  if (gate !== undefined) return gate;
  throw new LobsterError("invalid_state", `The checkpoint of run ${run.id} is missing or damaged; cancel the run`, {
    facts: { runId: run.id, gateKey: key },
  });
}
