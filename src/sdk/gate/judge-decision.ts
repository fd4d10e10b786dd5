import { describeDecider } from "../../embed/resume-decision.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { Verdict } from "../../runtime/gate/deciding/case.ts";
import { judge } from "../../runtime/gate/deciding/judge.ts";
import type { GateDocument, RunId } from "../../runtime/run/documents.ts";
import type { DecisionRequest } from "../../runtime/runtime.ts";
import type { SdkHost } from "../sdk-host.ts";
import type { ResumeOptions, SdkDecision } from "./decision.ts";

/**
 * What a decision comes to at a gate with a policy: the runtime's own judgement, so that the SDK, too, has one place where a
 * decision counts or does not. Throws the refusal; the gate stays as it is.
 */
export async function judgeDecision(
  { judging }: SdkHost,
  gate: GateDocument,
  decision: SdkDecision,
  given: ResumeOptions,
): Promise<Exclude<Verdict, { kind: "refused" }>> {
  const request = composeRequest(gate, decision, given);
  const verdict = await judge(judging, request, { gate, run: { id: "" as RunId, decideVia: "any" } });
  if (verdict.kind === "refused") throw verdict.error;
  return verdict;
}

/** A withdrawal where there is nothing to withdraw: a gate that one approve of anyone opens. */
export function nothingToWithdraw(): LobsterError {
  return new LobsterError("refused", "This gate keeps no votes: nothing can be withdrawn");
}

function composeRequest(gate: GateDocument, decision: SdkDecision, given: ResumeOptions): DecisionRequest {
  const { decidedBy, groups, reason, confirm, digest } = given;
  return {
    gate: { gateKey: gate.key },
    decision,
    via: "api",
    ...describeDecider({ decidedBy, groups, reason, confirm, digest }),
  };
}
