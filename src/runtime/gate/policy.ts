import type { AnswerFields } from "../approvers/answer-fields.ts";
import { groupOf } from "../approvers/principal.ts";
import { isOpenToAnyone, quorumOf, type ApproverRule } from "../approvers/rule.ts";
import type { Environment } from "../ports.ts";
import type { GatePolicy, RunDocument } from "../run/documents.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";
import type { StepClaims } from "./step-claims.ts";

/** What the host says about every gate of a run, apart from the file: read once, when the run starts. */
export type HostPolicy = Pick<
  GatePolicy,
  "startedBy" | "requiredApprover" | "requireDifferentApprover" | "expiresInMs"
>;

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

/** The host's part of the policy of a run, with its recorded starter and the default of its gates' time. */
export function hostPolicyOf(run: Pick<RunDocument, "startedBy" | "hostPolicy" | "gateExpiresInMs">): HostPolicy {
  return {
    ...run.hostPolicy,
    ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }),
    ...(run.gateExpiresInMs === undefined ? {} : { expiresInMs: run.gateExpiresInMs }),
  };
}

/**
 * The policy of a gate as it opens. The file is the floor, the host comes next, and what the step printed may only add a
 * restriction (policy rule 1): each adds to the rules of those before it and takes nothing away. A step can never make an
 * unknown starter known.
 */
export function composePolicy(file: ApprovalDefinition, host: HostPolicy, step: StepClaims): GatePolicy {
  const initiatedBy = file.initiatedBy ?? host.startedBy;
  const different =
    file.requireDifferentApprover === true || host.requireDifferentApprover === true || step.requireDifferentApprover;
  return {
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
    ...(step.initiatedBy === undefined ? {} : { claimedInitiator: step.initiatedBy }),
    ...(host.startedBy === undefined ? {} : { startedBy: host.startedBy }),
    ...(different ? { requireDifferentApprover: true } : {}),
    ...composeRules(file, host, step),
    ...composeTerms(file, host, step),
  };
}

/** The policy of a question: who may answer is the file's alone. */
export function composeAnswerPolicy(file: AnswerFields, host: HostPolicy): GatePolicy {
  const { answerBy, expiresInMs = host.expiresInMs } = file;
  return {
    ...(host.startedBy === undefined ? {} : { startedBy: host.startedBy }),
    ...(answerBy === undefined ? {} : { answerBy }),
    ...(expiresInMs === undefined ? {} : { expiresInMs }),
  };
}

type Rules = Pick<GatePolicy, "requiredApprover" | "approvers" | "require" | "quorum" | "also">;

/** A required approver of the file beats the host's, and the host's the step's, as in Lobster; all else is added. */
function composeRules(file: ApprovalDefinition, host: HostPolicy, step: StepClaims): Rules {
  const { requiredApprover, approvers, require, quorum } = file;
  const own: Rules = {
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
  };
  const hosted = host.requiredApprover === undefined ? own : addApprover(own, host.requiredApprover);
  const named = step.requiredApprover === undefined ? hosted : addApprover(hosted, step.requiredApprover);
  return step.rule === undefined ? named : addRule(named, step.rule);
}

/** Somebody whom no rule names yet must approve beside whoever the rules name, never instead of them. */
function addApprover(rules: Rules, person: string): Rules {
  if (rules.requiredApprover !== undefined || (rules.also ?? []).some(({ require }) => require?.includes(person))) {
    return rules;
  }
  // Written as a group it is nobody, and stays where that refuses everybody.
  if (!isNaming(rules) || groupOf(person) !== undefined) return { ...rules, requiredApprover: person };
  if (rules.require?.includes(person) === true) return rules;
  return { ...rules, also: [...(rules.also ?? []), { require: [person] }] };
}

/** Fills what the rules leave open, or stands beside them. */
function addRule(rules: Rules, added: ApproverRule): Rules {
  if (isOpenToAnyone(added)) return rules;
  const names = added.approvers !== undefined || (added.require ?? []).length > 0;
  if (!names || (!isNaming(rules) && rules.requiredApprover === undefined)) {
    const { approvers, require } = names ? added : rules;
    const quorum = Math.max(quorumOf(withSlot(rules)), quorumOf(added));
    return {
      ...rules,
      ...(approvers === undefined ? {} : { approvers }),
      ...(require === undefined ? {} : { require }),
      ...(quorum === 1 ? {} : { quorum }),
    };
  }
  return { ...rules, also: [...(rules.also ?? []), added] };
}

/** Do the rules name anybody, beside a required approver? */
function isNaming({ approvers, require = [] }: Rules): boolean {
  return approvers !== undefined || require.length > 0;
}

function withSlot({ requiredApprover, ...rules }: Rules): ApproverRule {
  return requiredApprover === undefined ? rules : { ...rules, require: [...(rules.require ?? []), requiredApprover] };
}

type Terms = Pick<GatePolicy, "reason" | "confirm" | "expiresInMs" | "remindBeforeMs" | "holdMs">;

/** The file's terms, then the host's; a step may ask for a reason or a text where the file does not, less time, and a longer hold. */
function composeTerms(file: ApprovalDefinition, host: HostPolicy, step: StepClaims): Terms {
  const reason = file.reason === "none" || step.reason !== "required" ? file.reason : step.reason;
  const confirm = file.confirm ?? step.confirm;
  const holdMs = Math.max(file.holdMs ?? 0, step.holdMs ?? 0);
  const expiresInMs = shorter(file.expiresInMs === undefined ? host.expiresInMs : file.expiresInMs, step.expiresInMs);
  return {
    ...(reason === undefined || reason === "optional" ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(expiresInMs === undefined ? {} : { expiresInMs }),
    ...(file.remindBeforeMs === undefined ? {} : { remindBeforeMs: file.remindBeforeMs }),
    ...(holdMs === 0 ? {} : { holdMs }),
  };
}

function shorter(written: number | null | undefined, printed: number | null | undefined): number | null | undefined {
  if (typeof printed !== "number") return written;
  return typeof written === "number" ? Math.min(written, printed) : printed;
}

function trimmed(text: string | undefined): string | undefined {
  const value = text?.trim() ?? "";
  return value === "" ? undefined : value;
}
