import type {
  ApprovalDefinition,
  InputDefinition,
  LoadedWorkflow,
  WorkflowDefinition,
} from "../workflow/definition.ts";
import { mayAnswer } from "./deciding/answer.ts";
import { mayApprove } from "./may-approve.ts";
import { composePolicy } from "./policy.ts";
import { describeAnswerers, describeNeed, hasOwnRules } from "./policy-words.ts";
import { listStageGates } from "./stage-gates.ts";
import { measureVotes } from "./rules.ts";
import { describeStuck } from "./explain/stuck-words.ts";
import type { Cast, KnownPerson } from "./explain/cast.ts";
import type { GatePolicy } from "../run/documents.ts";

/** What can be said about a gate before its run starts. */
export interface GateExplanation {
  /** Ids of the enclosing `workflow:` steps, outermost first; of the gate of a stage, of its step, too. */
  readonly path: readonly string[];
  readonly stepId: string;
  readonly kind: "approval" | "input";
  /** What the file demands, in words: `needs 'release-manager' other than the starter`. */
  readonly need: string;
  /** The file says more about who than Lobster's own fields do: approvers, slots, a quorum; or who answers. */
  readonly hasOwnRules: boolean;
  /** What the file says beside that: about time, reasons, a text to type, a hold; for a question, about time. */
  readonly terms: GateTerms;
  /** True when whoever started the run can never approve it. */
  readonly fourEyes: boolean;
  /** Ids of those whose approve (or answer) counts, for at least one possible starter. */
  readonly openers: readonly string[];
  /** Possible starters for whose runs it cannot be opened by all these people together. */
  readonly stuckFor: readonly string[];
  /** Present when it cannot be opened whoever starts: `need` and the reason. */
  readonly stuck?: string;
  /** With `stuck`: the policy for the first possible starter, for front ends that say it in their own words. */
  readonly stuckPolicy?: GatePolicy;
}

/** The terms of a gate as its file has them; a field that is not there is the host's to decide. */
export type GateTerms = Pick<ApprovalDefinition, "expiresInMs" | "remindBeforeMs" | "reason" | "confirm" | "holdMs">;

/** What the host knows beside the people. */
export interface ExplainOptions {
  /** Ids of those who could start the run; default all `people`. One id when the starter is known already. */
  readonly starters?: readonly string[];
}

/**
 * Says for every gate of a workflow, those of its sub-workflows included, who can open it given the people a host knows,
 * and which gates nobody can open (policy rule 10). It asks the same checks that decisions go through, so both always agree.
 * Conditions are not evaluated: a gate that may be skipped is explained too. The gate of an `approve` stage is named by its
 * step and `approve`.
 */
export function explainGates(
  workflow: WorkflowDefinition | LoadedWorkflow,
  people: readonly KnownPerson[],
  options: ExplainOptions = {},
): readonly GateExplanation[] {
  return explainLevel(workflow, [], { people, starters: options.starters ?? people.map(({ id }) => id) });
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
    if (step.work.kind === "input") return [{ ...place, ...explainInput(step.work.input, cast) }];
    const stages = step.work.kind === "pipeline" ? listStageGates(step.work.text) : [];
    return [
      ...inner,
      ...stages.map((approval) => ({
        path: [...path, step.id],
        stepId: "approve",
        ...explainApproval(approval, cast),
      })),
      ...(step.approval === undefined ? [] : [{ ...place, ...explainApproval(step.approval, cast) }]),
    ];
  });
}

type Explained = Omit<GateExplanation, "path" | "stepId">;

/** Without `answer_by` an input gate restricts nobody; whom a front end lets answer is its own rule. */
function explainInput({ answerBy, ...input }: InputDefinition, { people, starters }: Cast): Explained {
  const need = describeAnswerers(answerBy);
  const terms = input.expiresInMs === undefined ? {} : { expiresInMs: input.expiresInMs };
  const base = { kind: "input", need, hasOwnRules: answerBy !== undefined, terms, fourEyes: false } as const;
  if (answerBy === undefined) return { ...base, openers: people.map(({ id }) => id), stuckFor: [] };
  const answerersFor = (startedBy: string): readonly KnownPerson[] =>
    people.filter((person) => mayAnswer({ answerBy, startedBy }, person));
  const openers = people.filter((person) => starters.some((starter) => answerersFor(starter).includes(person)));
  const stuckFor = starters.filter((starter) => answerersFor(starter).length === 0);
  const explained: Explained = { ...base, openers: openers.map(({ id }) => id), stuckFor };
  if (stuckFor.length < starters.length) return explained;
  return {
    ...explained,
    stuck: `${need}; none of them is among those who can act`,
    ...(starters[0] === undefined ? {} : { stuckPolicy: { answerBy, startedBy: starters[0] } }),
  };
}

function explainApproval(approval: ApprovalDefinition, cast: Cast): Explained {
  const { people, starters } = cast;
  const runs = starters.map((starter) => {
    const policy = policyFor(approval, starter);
    const eligible = people.filter((person) => mayApprove(policy, person));
    const votes = eligible.map(({ id, groups }) => ({ by: id, groups }));
    return { starter, policy, eligible, isStuck: measureVotes(policy, votes).remaining > 0 };
  });
  const openers = people.filter((person) => runs.some(({ eligible }) => eligible.includes(person)));
  const explained: Explained = {
    kind: "approval",
    need: describeNeed(approval),
    hasOwnRules: hasOwnRules(approval),
    terms: pickTerms(approval),
    fourEyes: approval.requireDifferentApprover === true,
    openers: openers.map(({ id }) => id),
    stuckFor: runs.filter(({ isStuck }) => isStuck).map(({ starter }) => starter),
  };
  if (runs.some(({ isStuck }) => !isStuck)) return explained;
  return {
    ...explained,
    stuck: `${explained.need}; ${describeStuck(approval, cast, runs)}`,
    ...(runs[0] === undefined ? {} : { stuckPolicy: runs[0].policy }),
  };
}

function pickTerms({ expiresInMs, remindBeforeMs, reason, confirm, holdMs }: ApprovalDefinition): GateTerms {
  return {
    ...(expiresInMs === undefined ? {} : { expiresInMs }),
    ...(remindBeforeMs === undefined ? {} : { remindBeforeMs }),
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(holdMs === undefined ? {} : { holdMs }),
  };
}

/** The policy as it will be when the gate opens, as far as file and starter decide it; a step may only tighten it. */
function policyFor(approval: ApprovalDefinition, startedBy: string): GatePolicy {
  return composePolicy(approval, { startedBy }, { requireDifferentApprover: false });
}
