import type { JsonValue } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { composePolicy, readHostPolicy } from "../gate/policy.ts";
import { composeApprovalRequest } from "../gate/request.ts";
import { readStepClaims } from "../gate/step-claims.ts";
import type { ApprovalDefinition, StepDefinition } from "../workflow/definition.ts";
import { renderTemplate, resolveStdin } from "../workflow/template.ts";
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
  const host = readHostPolicy(execution.host.environment, execution.writer.current.startedBy);
  return await openGate(execution, {
    place: stepPlace(frame, step.id),
    request: composeApprovalRequest(step.id, renderApproval(approval, scopeOf(frame)), claims, result),
    policy: composePolicy(approval, host, claims),
    result,
  });
}

/** Fills the templates of what people read, once, as the gate opens (policy rule 1). Policy fields have none. */
function renderApproval(approval: ApprovalDefinition, scope: Scope): ApprovalDefinition {
  return {
    ...approval,
    ...(approval.prompt === undefined ? {} : { prompt: renderTemplate(approval.prompt, scope) }),
    ...(approval.preview === undefined ? {} : { preview: renderTemplate(approval.preview, scope) }),
    ...(approval.items === undefined ? {} : { items: approval.items.map((item) => renderItem(item, scope)) }),
  };
}

function renderItem(item: JsonValue, scope: Scope): JsonValue {
  if (typeof item === "string") return resolveStdin(item, scope) ?? null;
  if (Array.isArray(item)) return item.map((element: JsonValue) => renderItem(element, scope));
  if (!isJsonObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, renderItem(value, scope)]));
}
