import { hasCode } from "../errors.ts";
import type { GatePolicy } from "../run/documents.ts";
import type { ApprovalDefinition, LoadedWorkflow, WorkflowDefinition } from "../workflow/definition.ts";
import { assertMayApprove, composePolicy } from "./policy.ts";

/** Somebody the host knows, as far as a gate's policy is concerned. */
export interface KnownPerson {
  readonly id: string;
  /** Bare group names. */
  readonly groups: readonly string[];
}

/** What can be said about a gate before its run starts. */
export interface GateExplanation {
  /** Ids of the enclosing `workflow:` steps, outermost first. */
  readonly path: readonly string[];
  readonly stepId: string;
  readonly kind: "approval" | "input";
  /** What the file demands, in words: `needs 'release-manager' other than the starter`. */
  readonly need: string;
  /** True when whoever started the run can never open it. */
  readonly fourEyes: boolean;
  /** Ids of those who can open it, for at least one possible starter. */
  readonly openers: readonly string[];
  /** Possible starters for whose runs nobody can open it. */
  readonly stuckFor: readonly string[];
  /** Present when nobody can open it whoever starts: `need` and the reason. */
  readonly stuck?: string;
}

/** What the host knows beside the people. */
export interface ExplainOptions {
  /** Ids of those who could start the run; default all `people`. One id when the starter is known already. */
  readonly starters?: readonly string[];
}

/**
 * Says for every gate of a workflow, those of its sub-workflows included, who can open it given the people a host knows,
 * and which gates nobody can open (policy rule 10). It asks the same check that decisions go through, so both always agree.
 * Conditions are not evaluated: a gate that may be skipped is explained too.
 */
export function explainGates(
  workflow: WorkflowDefinition | LoadedWorkflow,
  people: readonly KnownPerson[],
  options: ExplainOptions = {},
): readonly GateExplanation[] {
  const ids = people.map(({ id }) => id);
  return explainLevel(workflow, [], { ids, starters: options.starters ?? ids });
}

/** True when the policy lets this person approve: the check of `decide`, as an answer. */
export function mayApprove(policy: GatePolicy, person: string): boolean {
  try {
    assertMayApprove("", policy, person);
    return true;
  } catch (error) {
    if (hasCode(error, "refused")) return false;
    throw error;
  }
}

/** Who there is, by id. */
interface Cast {
  readonly ids: readonly string[];
  readonly starters: readonly string[];
}

function explainLevel(
  workflow: WorkflowDefinition | LoadedWorkflow,
  path: readonly string[],
  cast: Cast,
): readonly GateExplanation[] {
  const loaded = "definition" in workflow ? workflow : undefined;
  const definition = "definition" in workflow ? workflow.definition : workflow;
  return definition.steps.flatMap((step) => {
    const child = loaded?.children.get(step.id);
    const inner = child === undefined ? [] : explainLevel(child, [...path, step.id], cast);
    const place = { path, stepId: step.id };
    if (step.work.kind === "input") return [{ ...place, ...explainInput(cast) }];
    return step.approval === undefined ? inner : [...inner, { ...place, ...explainApproval(step.approval, cast) }];
  });
}

type Explained = Omit<GateExplanation, "path" | "stepId">;

/** An input gate restricts nobody; whom a front end lets answer is its own rule. */
function explainInput({ ids }: Cast): Explained {
  return { kind: "input", need: "needs an answer", fourEyes: false, openers: ids, stuckFor: [] };
}

function explainApproval(approval: ApprovalDefinition, cast: Cast): Explained {
  const { ids, starters } = cast;
  const policies = starters.map((starter) => ({ starter, policy: policyFor(approval, starter) }));
  const openersFor = (policy: GatePolicy): readonly string[] => ids.filter((id) => mayApprove(policy, id));
  const stuckFor = policies.filter(({ policy }) => openersFor(policy).length === 0).map(({ starter }) => starter);
  const openers = ids.filter((id) => policies.some(({ policy }) => mayApprove(policy, id)));
  const need = describeNeed(approval);
  const fourEyes = approval.requireDifferentApprover === true;
  const explained: Explained = { kind: "approval", need, fourEyes, openers, stuckFor };
  return openers.length > 0 ? explained : { ...explained, stuck: `${need}; ${describeStuck(approval, cast)}` };
}

/** The policy as it will be when the gate opens, as far as file and starter decide it; a step may only tighten it. */
function policyFor(approval: ApprovalDefinition, startedBy: string): GatePolicy {
  return composePolicy(approval, { startedBy }, { requireDifferentApprover: false });
}

function describeNeed({ requiredApprover, requireDifferentApprover, initiatedBy }: ApprovalDefinition): string {
  const who = requiredApprover === undefined ? "anyone" : `'${requiredApprover}'`;
  if (requireDifferentApprover !== true) return `needs ${who}`;
  return `needs ${who} other than the starter${initiatedBy === undefined ? "" : ` and '${initiatedBy}'`}`;
}

function describeStuck(approval: ApprovalDefinition, { ids, starters }: Cast): string {
  const { requiredApprover: wanted, initiatedBy } = approval;
  if (ids.length === 0) return "there is nobody who can act";
  if (starters.length === 0) return "there is nobody who can start it";
  if (wanted === undefined) return `only ${listIds(ids)} can act`;
  if (!ids.includes(wanted)) return `'${wanted}' is not among those who can act`;
  if (wanted === initiatedBy) return `'${wanted}' is the initiator the file names`;
  return `'${wanted}' is the only one who can start it`;
}

function listIds(ids: readonly string[]): string {
  return ids.map((id) => `'${id}'`).join(" and ");
}
