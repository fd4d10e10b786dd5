import { describeGateTerms } from "../../runtime/gate/gate-terms.ts";
import type { ApprovalRequest, GateDocument, InputRequest } from "../../runtime/run/documents.ts";
import type { ApprovalNeeded, InputNeeded } from "../result.ts";

/** What a stopped workflow waits for, with its policy and votes where it has some. */
export function describeNeed(
  request: ApprovalRequest | InputRequest,
  resumeToken: string,
  gate?: GateDocument,
): ApprovalNeeded | InputNeeded {
  const { prompt } = request;
  if (request.type === "approval_request") {
    const { items, preview } = request;
    const shown = { prompt, items, ...(preview !== undefined && { preview }) };
    return { ...shown, ...(gate !== undefined && describeJudged(gate)), resumeToken };
  }
  const { responseSchema, defaults, subject } = request;
  return {
    prompt,
    responseSchema,
    ...(defaults !== undefined && { defaults }),
    ...(subject !== undefined && { subject }),
    resumeToken,
  };
}

function describeJudged(gate: GateDocument): Partial<ApprovalNeeded> {
  const { initiatedBy, requiredApprover, requireDifferentApprover } = gate.policy;
  return {
    ...(initiatedBy !== undefined && { initiatedBy }),
    ...(requiredApprover !== undefined && { requiredApprover }),
    ...(requireDifferentApprover !== undefined && { requireDifferentApprover }),
    ...describeGateTerms(gate),
    digest: gate.digest,
  };
}
