import { LobsterError } from "../errors.ts";
import { changeVotes } from "../gate/deciding/case.ts";
import { rememberVote } from "../gate/deciding/removed.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { GateDocument } from "../run/documents.ts";
import { encodeDocument } from "../run/keys.ts";
import type { RunWriter } from "../run/run-writer.ts";

/**
 * Opens a decided gate again because nothing had started since its decision (decision W16/W17). The same token and id
 * work again; the run keeps the record of the decision that led nowhere.
 */
export async function reopenGate(
  host: RuntimeHost,
  writer: RunWriter,
  gate: GateDocument,
  executedMs: number,
): Promise<GateDocument> {
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
  await writer.update(
    (run) => {
      const { inFlight: _inFlight, lease: _lease, ...kept } = run;
      return { ...kept, status: "waiting", gate: gate.key, executedMs };
    },
    { survive: "machine" },
  );
  return reopened;
}
