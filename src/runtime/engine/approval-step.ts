import type { JsonValue } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { composePolicy, hostPolicyOf } from "../gate/policy.ts";
import { composeApprovalRequest } from "../gate/request.ts";
import { readStepClaims } from "../gate/step-claims.ts";
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
  return await openGate(execution, {
    place: stepPlace(frame, step.id),
    request: composeApprovalRequest(step.id, renderApproval(approval, scopeOf(frame)), claims, result),
    policy: composePolicy(approval, host, claims),
    result,
  });
}

/** Fills the templates of what people read, once, as the gate opens (policy rule 1). Policy fields have none. */
export function renderApproval(approval: ApprovalDefinition, scope: Scope): ApprovalDefinition {
  return {
    ...approval,
    ...(approval.prompt === undefined ? {} : { prompt: renderOnce(approval.prompt, scope) }),
    ...(approval.preview === undefined ? {} : { preview: renderOnce(approval.preview, scope) }),
    ...(approval.items === undefined ? {} : { items: approval.items.map((item) => renderItem(item, scope)) }),
  };
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
