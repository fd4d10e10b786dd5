import type { GateDocument, GateKey, RunDocument, RunId } from "../../../runtime/run/documents.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { parseConversationKey, type Conversation } from "../../adapter.ts";
import type { Delivery } from "../../delivery/delivery.ts";
import type { Purpose } from "../../purposes.ts";
import type { OpenedDetails, RunRecord } from "../../runs/run-records.ts";

/** A card or question of a gate that stands in a chat. */
export interface ShownGate {
  readonly gate: GateDocument;
  readonly delivery: Delivery;
}

/** Everything that is stored about a run and that tells what happened to it. */
export interface Evidence {
  readonly run: RunDocument;
  readonly gates: readonly GateDocument[];
  readonly shown: readonly ShownGate[];
  readonly opened: readonly OpenedDetails[];
}

/** Where evidence is read from. */
export interface EvidenceSource {
  readonly runtime: Pick<Runtime, "readRun" | "readGate">;
  readonly records: { get(runId: RunId): Promise<RunRecord> };
  readonly messages: { find(purpose: Purpose, conversation: Conversation): Promise<Delivery | undefined> };
}

/** Reads what is stored about a run; undefined when there is none, or none that anybody else has to do with. */
export async function readEvidence(source: EvidenceSource, runId: RunId): Promise<Evidence | undefined> {
  const run = await source.runtime.readRun(runId);
  if (run === undefined) return undefined;
  const gates = await readGates(source, run);
  if (!isRecordable(run) && gates.every(({ votes, removedVotes = [] }) => votes.length + removedVotes.length === 0)) {
    return undefined;
  }
  const { opened } = await source.records.get(runId);
  return { run, gates, shown: await findShown(source, run, gates), opened };
}

/**
 * True for a run that somebody is told about, or in which somebody decided something. What a command line runs by itself,
 * with no gate in it, concerns nobody else.
 */
export function isRecordable(run: Pick<RunDocument, "announce" | "decisions" | "recoveries">): boolean {
  return run.announce.length > 0 || run.decisions.length > 0 || (run.recoveries ?? []).length > 0;
}

async function readGates({ runtime }: EvidenceSource, run: RunDocument): Promise<readonly GateDocument[]> {
  const keys = new Set<GateKey>([
    ...run.decisions.map(({ gate }) => gate),
    ...(run.gate === undefined ? [] : [run.gate]),
  ]);
  const gates = await Promise.all([...keys].map((gateKey) => runtime.readGate({ gateKey })));
  return gates.filter((gate) => gate !== undefined);
}

async function findShown(
  { messages }: EvidenceSource,
  { announce }: RunDocument,
  gates: readonly GateDocument[],
): Promise<readonly ShownGate[]> {
  const shown: ShownGate[] = [];
  for (const conversation of announce.map(parseConversationKey).filter((key) => key !== undefined)) {
    for (const gate of gates) {
      const kind = gate.request.type === "approval_request" ? "gate" : "question";
      const delivery = await messages.find({ kind, gateKey: gate.key }, conversation);
      if (delivery !== undefined) shown.push({ gate, delivery });
    }
  }
  return shown;
}
