import { LobsterError } from "../errors.ts";
import type { Environment } from "../ports.ts";
import type { GatePolicy, RunDocument } from "../run/documents.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";
import type { StepClaims } from "./step-claims.ts";

/** What the host says about every gate of a run, apart from the file: read once, when the run starts. */
export type HostPolicy = Pick<GatePolicy, "startedBy" | "requiredApprover" | "requireDifferentApprover">;

/**
 * Reads the host's part of the policy from the environment of the start (`LOBSTER_APPROVAL_*`). Blank values count as
 * absent. It is kept in the run: a process that opens one gate has no say in the policy of the next.
 */
export function readHostPolicy(environment: Environment): RunDocument["hostPolicy"] {
  const required = trimmed(environment["LOBSTER_APPROVAL_REQUIRED_APPROVER"]);
  const different = trimmed(environment["LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER"]) ?? "";
  return {
    ...(required === undefined ? {} : { requiredApprover: required }),
    ...(/^(1|true|yes|y)$/i.test(different) ? { requireDifferentApprover: true } : {}),
  };
}

/** The host's part of the policy of a run, with its recorded starter. */
export function hostPolicyOf(run: Pick<RunDocument, "startedBy" | "hostPolicy">): HostPolicy {
  return { ...run.hostPolicy, ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }) };
}

/**
 * The policy of a gate as it opens. The file is the floor, the host comes next, and what the step printed may only add a
 * restriction that neither of them set (policy rule 1). A step can never make an unknown starter known.
 */
export function composePolicy(file: ApprovalDefinition, host: HostPolicy, step: StepClaims): GatePolicy {
  const initiatedBy = file.initiatedBy ?? host.startedBy;
  const requiredApprover = file.requiredApprover ?? host.requiredApprover ?? step.requiredApprover;
  const different =
    file.requireDifferentApprover === true || host.requireDifferentApprover === true || step.requireDifferentApprover;
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
  if (!isPersonId(person)) {
    throw refused(`${label} approval requires a person id of letters, digits and . _ @ -, got '${person}'`);
  }
  if (policy.requireDifferentApprover === true) assertDifferent(label, policy, person);
}

/** Ids of persons (policy.md): no look-alike letters, no invisible ones, and not the word that means the starter. */
function isPersonId(person: string): boolean {
  return /^[A-Za-z0-9._@-]+$/.test(person) && person !== "starter";
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
