import { readConfirm } from "../approvers/policy-fields.ts";
import { findUnreachable } from "../approvers/reach.ts";
import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { composePolicy, hostPolicyOf } from "../gate/policy.ts";
import { composeApprovalRequest } from "../gate/request.ts";
import { rulesOf } from "../gate/rules.ts";
import { readStepClaims, unusable } from "../gate/step-claims.ts";
import type { GatePolicy } from "../run/documents.ts";
import type { ApprovalDefinition, StepDefinition } from "../workflow/definition.ts";
import { parseWholeReference, resolveReference } from "../workflow/reference.ts";
import { renderOnce } from "../workflow/template.ts";
import type { Scope, StepResult } from "../workflow/step-result.ts";
import { scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { Suspension } from "./outcome.ts";
import { openGate, stepPlace } from "./open-gate.ts";

/** Opens the approval gate of a step whose work succeeded. What the step printed is payload, never policy (rule 1). */
export async function openApprovalGate(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  approval: ApprovalDefinition,
  result: StepResult,
): Promise<Suspension> {
  const claims = readStepClaims(step.id, result);
  const host = hostPolicyOf(execution.writer.current);
  const shown = renderApproval(step.id, approval, scopeOf(frame));
  const policy = composePolicy(shown, host, claims);
  if (claims.rule !== undefined) assertReachable(step.id, policy);
  return await openGate(execution, {
    place: stepPlace(frame, step.id),
    request: composeApprovalRequest(step.id, shown, claims, result),
    policy,
    result,
  });
}

/** A rule that a step printed and nobody can satisfy would be a gate that nobody can open. */
function assertReachable(stepId: string, policy: GatePolicy): void {
  const { initiatedBy, claimedInitiator, startedBy } = policy;
  const excluded = policy.requireDifferentApprover === true ? [initiatedBy, claimedInitiator, startedBy] : [];
  const ids = excluded.filter((id) => id !== undefined);
  for (const rule of rulesOf(policy)) {
    const reason = findUnreachable(rule, ids);
    if (reason !== undefined) throw unusable(stepId, "quorum", `cannot be reached: ${reason}`);
  }
}

/**
 * Fills the templates of what people read and type, once, as the gate opens (policy rule 1). Policy fields have none. A text
 * to type that came out as one nobody can type fails the step.
 */
export function renderApproval(stepId: string, approval: ApprovalDefinition, scope: Scope): ApprovalDefinition {
  return {
    ...approval,
    ...(approval.prompt === undefined ? {} : { prompt: renderOnce(approval.prompt, scope) }),
    ...(approval.confirm === undefined ? {} : { confirm: renderConfirm(stepId, approval.confirm, scope) }),
    ...(approval.preview === undefined ? {} : { preview: renderOnce(approval.preview, scope) }),
    ...(approval.items === undefined ? {} : { items: approval.items.map((item) => renderItem(item, scope)) }),
  };
}

function renderConfirm(stepId: string, written: string, scope: Scope): string {
  const confirm = readConfirm(renderOnce(written, scope));
  if ("value" in confirm) return confirm.value;
  const message = `Workflow step ${stepId}: what approval.confirm came to ${confirm.problem}; look at what fills '${written}'`;
  throw new LobsterError("step_failed", message, { facts: { stepId } });
}

/** Text that is exactly one reference is that value itself; other text is filled like the prompt. */
function renderItem(item: JsonValue, scope: Scope): JsonValue {
  if (typeof item === "string") {
    const reference = parseWholeReference(item);
    return reference === undefined ? renderOnce(item, scope) : (resolveReference(reference, scope) ?? null);
  }
  if (Array.isArray(item)) return item.map((element: JsonValue) => renderItem(element, scope));
  if (!isJsonObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, renderItem(value, scope)]));
}
