import { describeAnswerers, describeNeed, describeTerms } from "../runtime/gate/policy-words.ts";
import type { LoadedWorkflow, StepDefinition } from "../runtime/workflow/definition.ts";

/** A gate of a file, with who has to decide it and how, in words. */
export interface GatePolicyText {
  /** The ids that lead to the step, those of enclosing `workflow:` steps first. */
  readonly step: readonly string[];
  readonly kind: "approval" | "input";
  readonly policy: string;
}

/** Every gate of a workflow, those of its sub-workflows included, in the order in which they open. */
export function listGatePolicies(workflow: LoadedWorkflow, path: readonly string[] = []): readonly GatePolicyText[] {
  return workflow.definition.steps.flatMap((step) => {
    const at = [...path, step.id];
    const child = workflow.children.get(step.id);
    const inner = child === undefined ? [] : listGatePolicies(child, at);
    const own = describeOwn(step);
    return own === undefined ? inner : [...inner, { step: at, ...own }];
  });
}

function describeOwn({ work, approval }: StepDefinition): Omit<GatePolicyText, "step"> | undefined {
  if (work.kind === "input") {
    const { answerBy } = work.input;
    return { kind: "input", policy: [describeAnswerers(answerBy), ...describeTerms(work.input)].join("; ") };
  }
  if (approval === undefined) return undefined;
  return { kind: "approval", policy: [describeNeed(approval), ...describeTerms(approval)].join("; ") };
}
