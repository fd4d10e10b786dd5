import type { Frame, GateDocument } from "../../runtime/run/documents.ts";
import type { LoadedWorkflow, StepDefinition, StepWork } from "../../runtime/workflow/definition.ts";

/** A pinned step that an approval sets off: its id with those of its enclosing steps, and its command, if it has one. */
export interface StepAfter {
  readonly id: string;
  readonly command: string | undefined;
}

/**
 * The pinned steps that follow a gate, in the order in which they run: the rest of the sub-workflow it stands in, then what
 * follows the step that called it, up to the end of the run; with everything inside of branches, loops and sub-workflows.
 */
export function listStepsAfter(
  { frames, stepId, retry }: Pick<GateDocument, "frames" | "stepId" | "retry">,
  workflow: LoadedWorkflow,
): readonly StepAfter[] {
  // What was interrupted runs again itself; else the gate's step is over.
  const again = retry?.resumption.frames ?? [];
  if (again.length > 0) return listFrom(workflow, again, { isAgain: true, path: [] });
  const cursor = frames.length > 0 ? frames : [{ stepId }];
  return listFrom(workflow, cursor, { isAgain: false, path: [] });
}

interface Place {
  /** The step the cursor leads to runs, too. */
  readonly isAgain: boolean;
  readonly path: readonly string[];
}

function listFrom(
  workflow: LoadedWorkflow,
  [own, ...inner]: readonly Pick<Frame, "stepId">[],
  place: Place,
): readonly StepAfter[] {
  const { steps } = workflow.definition;
  const index = steps.findIndex(({ id }) => id === own?.stepId);
  const step = steps[index];
  const rest = steps.slice(index + 1).flatMap((next) => describe(workflow, next, place.path));
  if (step === undefined) return rest;
  const child = workflow.children.get(step.id);
  // A sub-workflow that a step chose is not among the definitions; the step that called it goes on in any case.
  if (inner.length > 0 && child === undefined) return [...describe(workflow, step, place.path), ...rest];
  if (inner.length > 0 && child !== undefined) {
    return [...listFrom(child, inner, { ...place, path: [...place.path, step.id] }), ...rest];
  }
  return place.isAgain ? [...describe(workflow, step, place.path), ...rest] : rest;
}

/** A step, then whatever runs inside of it. */
function describe(
  workflow: LoadedWorkflow,
  { id, work }: StepDefinition,
  outer: readonly string[],
): readonly StepAfter[] {
  const path = [...outer, id];
  const child = workflow.children.get(id);
  return [
    { id: path.join("/"), command: commandOf(work) },
    ...listUnits(work).map((unit) => ({ id: [...path, unit.id].join("/"), command: commandOf(unit.work) })),
    ...(child === undefined ? [] : child.definition.steps.flatMap((step) => describe(child, step, path))),
  ];
}

function listUnits(work: StepWork): readonly Pick<StepDefinition, "id" | "work">[] {
  switch (work.kind) {
    case "parallel":
      return work.branches;
    case "for_each":
      return work.steps;
    case "shell":
    case "pipeline":
    case "pass":
    case "workflow":
    case "input":
      return [];
  }
}

/** The text of a step's work as the file has it. */
function commandOf(work: StepWork): string | undefined {
  const text = textOf(work)?.trim() ?? "";
  return text === "" ? undefined : text;
}

function textOf(work: StepWork): string | undefined {
  switch (work.kind) {
    case "shell":
    case "pipeline":
      return work.text;
    case "workflow":
      return work.path;
    case "for_each":
      return work.source;
    case "parallel":
    case "pass":
    case "input":
      return undefined;
  }
}
