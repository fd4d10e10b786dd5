import type { LoadedWorkflow, StepDefinition } from "./definition.ts";

/** Does this step ask for an approval, itself or in the sub-workflow it calls? One that is chosen at run time may. */
export function stepHoldsGate(loaded: LoadedWorkflow, step: StepDefinition): boolean {
  if (step.approval !== undefined) return true;
  if (step.work.kind !== "workflow") return false;
  const child = loaded.children.get(step.id);
  return child === undefined || workflowHoldsGate(child);
}

/** Does a workflow stop for an approval anywhere? */
export function workflowHoldsGate(loaded: LoadedWorkflow): boolean {
  return loaded.definition.steps.some((step) => stepHoldsGate(loaded, step));
}
