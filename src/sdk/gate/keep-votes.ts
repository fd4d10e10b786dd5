import type { StoredDocument } from "../../runtime/store/state-store.ts";
import { gateResult, type LobsterResult } from "../result.ts";
import type { SdkHost } from "../sdk-host.ts";
import type { ResumeOptions, SdkDecision } from "./decision.ts";
import { encodeOpenGate, type OpenGate } from "./gate-document.ts";
import { judgeDecision, nothingToWithdraw } from "./judge-decision.ts";
import { describeNeed } from "./needed.ts";

/** A decision at a gate as it was read. */
export interface Voting {
  readonly gate: OpenGate;
  readonly stored: StoredDocument;
  readonly decided: SdkDecision;
  readonly given: ResumeOptions;
}

/**
 * Judges a decision where the gate has a policy. A vote that does not open it, or is taken back, is stored by
 * compare-and-set, and the workflow goes on waiting with the same token; `changed` when somebody else was faster. Undefined
 * when the decision ends the waiting. Throws the refusal.
 */
export async function keepVotes(
  host: SdkHost,
  { gate: open, stored, decided, given }: Voting,
): Promise<LobsterResult | "changed" | undefined> {
  if (open.gate === undefined) {
    if (decided.kind === "withdraw") throw nothingToWithdraw();
    return undefined;
  }
  const verdict = await judgeDecision(host, open.gate, decided, given);
  if (verdict.kind === "decided") return undefined;
  const { gate } = verdict;
  const document = encodeOpenGate({ ...open, gate }, gate.createdAt);
  const outcome = await host.store.replace(stored.key, document, stored.version, { survive: "machine" });
  if (outcome.kind === "conflict") return "changed";
  return gateResult(describeNeed(gate.request, gate.token, gate));
}
