import type { RunDocument, StepDocument } from "../../runtime/run/documents.ts";
import type { Interruption } from "../../runtime/run/recovery-documents.ts";
import type { Survivors } from "../../runtime/recovery/survivors.ts";
import type { LoadedWorkflow, StepWork } from "../../runtime/workflow/definition.ts";

/** What is to be said of an interrupted run beside its documents. */
export interface InterruptionFacts {
  readonly survivors: Survivors;
  readonly rerun: Rerun;
  /** The step whose approval gate is asked for again before a retry. */
  readonly asks?: string;
}

/** What a retry runs again. Steps are named with the ids of their enclosing steps. */
export type Rerun =
  | { readonly kind: "step"; readonly step: string }
  /** No branch can be run without the others. */
  | { readonly kind: "branches"; readonly step: string; readonly branches: readonly string[] }
  /** No item can be run without the others. */
  | { readonly kind: "loop"; readonly step: string }
  /** Everything behind this gate, or from the start on. */
  | { readonly kind: "everything"; readonly behind?: string };

/** Describes the present interruption of a run; undefined for a run that is not interrupted. */
export function describeInterruption(
  run: RunDocument,
  survivors: Survivors,
  workflow: LoadedWorkflow | undefined,
): InterruptionFacts | undefined {
  const { interruption, decisions } = run;
  if (run.status !== "interrupted" || interruption === undefined) return undefined;
  const approval = decisions.findLast(({ kind }) => kind === "approve");
  return {
    survivors,
    rerun: describeRerun(run, interruption, workflow),
    ...(approval === undefined ? {} : { asks: approval.stepId }),
  };
}

function describeRerun(
  { kind, decisions }: RunDocument,
  { lost, resumption }: Interruption,
  workflow: LoadedWorkflow | undefined,
): Rerun {
  if (lost === undefined || kind === "pipeline" || resumption.frames === undefined) {
    const behind = decisions.find(({ gate }) => gate === resumption.gate)?.stepId;
    return { kind: "everything", ...(behind === undefined ? {} : { behind }) };
  }
  const step = nameStep(lost);
  const work = workflow === undefined ? undefined : findWork(workflow, lost.path, lost.stepId);
  if (work?.kind === "parallel") return { kind: "branches", step, branches: work.branches.map(({ id }) => id) };
  return work?.kind === "for_each" ? { kind: "loop", step } : { kind: "step", step };
}

/** Undefined inside of a sub-workflow that a step chose: which it was is not in the definition. */
function findWork(workflow: LoadedWorkflow, path: readonly string[], stepId: string): StepWork | undefined {
  const [child, ...inside] = path;
  if (child === undefined) return workflow.definition.steps.find(({ id }) => id === stepId)?.work;
  const called = workflow.children.get(child);
  return called === undefined ? undefined : findWork(called, inside, stepId);
}

/** `child/deploy`: a step with the ids of its enclosing steps. */
export function nameStep({ path, stepId }: Pick<StepDocument, "path" | "stepId">): string {
  return [...path, stepId].join("/");
}
