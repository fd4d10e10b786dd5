import { LobsterError } from "../errors.ts";
import type { Environment } from "../ports.ts";
import type { GatePolicy } from "../run/documents.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";
import type { StepClaims } from "./step-claims.ts";

/** What the host says about a gate, apart from the file (`LOBSTER_APPROVAL_*` at the start of the run, or the API). */
export interface HostPolicy {
  readonly startedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover: boolean;
}

/** Reads the host's part of the policy from the environment. Blank values count as absent. */
export function readHostPolicy(environment: Environment, startedBy: string | undefined): HostPolicy {
  const starter = startedBy ?? trimmed(environment["LOBSTER_APPROVAL_INITIATED_BY"]);
  const required = trimmed(environment["LOBSTER_APPROVAL_REQUIRED_APPROVER"]);
  return {
    ...(starter === undefined ? {} : { startedBy: starter }),
    ...(required === undefined ? {} : { requiredApprover: required }),
    requireDifferentApprover: /^(1|true|yes|y)$/i.test(
      trimmed(environment["LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER"]) ?? "",
    ),
  };
}

/**
 * The policy of a gate as it opens. The file is the floor, the host comes next, and what the step printed may only add a
 * restriction that neither of them set (policy rule 1). A step can never make an unknown starter known.
 */
export function composePolicy(file: ApprovalDefinition, host: HostPolicy, step: StepClaims): GatePolicy {
  const initiatedBy = file.initiatedBy ?? host.startedBy;
  const requiredApprover = file.requiredApprover ?? host.requiredApprover ?? step.requiredApprover;
  const different =
    file.requireDifferentApprover === true || host.requireDifferentApprover || step.requireDifferentApprover;
  return {
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
    ...(step.initiatedBy === undefined ? {} : { claimedInitiator: step.initiatedBy }),
    ...(host.startedBy === undefined ? {} : { startedBy: host.startedBy }),
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
    ...(different ? { requireDifferentApprover: true } : {}),
  };
}

/**
 * Refuses an approve that the policy does not allow; `label` begins the message (`Workflow step <id>`). Order and words
 * are Lobster's (workflows-and-checkpoints §9.5); a four-eyes gate without a known starter refuses (policy rule 2).
 */
export function assertMayApprove(label: string, policy: GatePolicy, person: string | undefined): void {
  if (policy.requiredApprover === undefined && policy.requireDifferentApprover !== true) return;
  if (person === undefined) {
    throw refused(`${label} approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`);
  }
  if (policy.requiredApprover !== undefined && policy.requiredApprover !== person) {
    throw refused(`${label} approval requires approver '${policy.requiredApprover}', got '${person}'`);
  }
  if (policy.requireDifferentApprover === true) assertDifferent(label, policy, person);
}

function assertDifferent(label: string, policy: GatePolicy, person: string): void {
  if (policy.initiatedBy === undefined && policy.startedBy === undefined) {
    throw refused(`${label} approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY`);
  }
  const excluded = [policy.startedBy, policy.initiatedBy, policy.claimedInitiator];
  if (excluded.includes(person)) {
    throw refused(`${label} approval must be granted by someone other than '${person}'`);
  }
}

function refused(message: string): LobsterError {
  return new LobsterError("refused", message);
}

function trimmed(text: string | undefined): string | undefined {
  const value = text?.trim() ?? "";
  return value === "" ? undefined : value;
}
