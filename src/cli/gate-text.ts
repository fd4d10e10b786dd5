import { hasOwnRules } from "../runtime/gate/policy-words.ts";
import type { ApprovalRequest, GateDocument, GatePolicy } from "../runtime/run/documents.ts";
import { stringifyJson } from "../runtime/stable-json.ts";
import { describePolicy, describeState } from "./policy-words.ts";
import { showVisibly } from "./visible.ts";

/**
 * A gate as a terminal shows it: the whole payload, never only the prompt, with control characters made visible
 * (fault W13).
 */
export function describeGate(gate: GateDocument): string {
  const lines = gate.request.type === "approval_request" ? approvalLines(gate) : inputLines(gate);
  return lines
    .filter((line) => line !== undefined)
    .map((line) => showVisibly(line))
    .join("\n");
}

function approvalLines(gate: GateDocument): readonly (string | undefined)[] {
  const { request, policy } = gate;
  if (request.type !== "approval_request") return [];
  return [
    `\nStep ${gate.stepId} (${gate.position.step} of ${gate.position.of}) needs approval · run ${gate.runId} · ${gate.digest.slice(0, 12)}`,
    ...request.items.map((item) => `  - ${typeof item === "string" ? item : stringifyJson(item)}`),
    showsMore(request) ? request.preview : undefined,
    hasOwnRules(policy)
      ? `Policy: ${describePolicy(policy)}`
      : policy.requiredApprover === undefined
        ? undefined
        : `Approver: ${policy.requiredApprover}`,
    policy.requireDifferentApprover === true ? `Not by: ${describeExcluded(policy)}` : undefined,
    ...describeState(gate),
    `${request.prompt} [y/N] `,
  ];
}

/** A preview that only repeats the items in short is left out. */
function showsMore({ items, preview }: ApprovalRequest): boolean {
  return preview !== undefined && preview !== stringifyJson(items) && preview !== stringifyJson(items[0] ?? null);
}

/** Everybody the four-eyes rule leaves out. */
function describeExcluded(policy: GatePolicy): string {
  const { startedBy, initiatedBy, claimedInitiator } = policy;
  if (startedBy === undefined && initiatedBy === undefined) return "anybody, because who started it is unknown";
  return [...new Set([startedBy, initiatedBy, claimedInitiator])].filter((person) => person !== undefined).join(", ");
}

function inputLines(gate: GateDocument): readonly (string | undefined)[] {
  const { request } = gate;
  if (request.type !== "input_request") return [];
  return [
    "",
    request.prompt,
    request.subject === undefined || request.subject === null
      ? undefined
      : `About: ${stringifyJson(request.subject, 2)}`,
    `Schema: ${stringifyJson(request.responseSchema)}`,
    request.defaults === undefined ? undefined : `Suggested: ${stringifyJson(request.defaults)}`,
    ...describeState(gate),
    "Enter JSON response: ",
  ];
}
