import { LobsterError } from "../errors.ts";
import { changeVotes } from "../gate/deciding/case.ts";
import { rememberVote } from "../gate/deciding/removed.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { GateDocument, RunDocument } from "../run/documents.ts";
import { encodeDocument } from "../run/keys.ts";
import { renewedLease } from "../run/lease.ts";
import type { RunWriter } from "../run/run-writer.ts";

/**
 * Opens a decided gate again because nothing had started since its decision (decision W16/W17). The same token and id
 * work again; the run keeps the record of the decision that led nowhere. The lease is renewed first: a process whose run
 * was taken over is told so there, and nobody takes it over before both documents are written. Should this process die
 * between them, whoever looks at the run next writes the second one.
 */
export async function reopenGate(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument,
  executedMs: number,
): Promise<GateDocument> {
  await renewLease(host, writer);
  const stored = await host.store.read(gate.key);
  if (stored === undefined) throw new LobsterError("invalid_state", `The checkpoint of run ${gate.runId} is gone`);
  const { decision: _decision, response: _response, ...rest } = gate;
  // The votes came together for what did not happen: everybody is asked again.
  const removed = gate.votes.map((vote) => rememberVote(vote, isoNow(host), "reopened"));
  const reopened: GateDocument = { ...changeVotes(rest, [], removed, null), state: "open" };
  const outcome = await host.store.replace(gate.key, encodeDocument(reopened), stored.version, { survive: "machine" });
  if (outcome.kind === "conflict") {
    throw new LobsterError(
      "store_unavailable",
      `The checkpoint of run ${gate.runId} changed while it was being reopened`,
    );
  }
  await writer.update((run) => ({ ...waitAgain(run), gate: gate.key, executedMs }), { survive: "machine" });
  return reopened;
}

/** A run whose gate is open again. */
export function waitAgain({ inFlight: _inFlight, lease: _lease, ...run }: RunDocument): RunDocument {
  return { ...run, status: "waiting" };
}

async function renewLease(host: RuntimeHost, writer: RunWriter): Promise<void> {
  await writer.refresh();
  await writer.update((run) =>
    run.lease === undefined ? undefined : { ...run, lease: renewedLease(host, run.lease) },
  );
}
