import type { Problem } from "../../errors.ts";
import { isJsonObject, ownMember } from "../../json.ts";
import type { LoadedWorkflow } from "../definition.ts";
import { checkReferences } from "../reference-check.ts";
import { mayPause } from "../references/pipelines.ts";
import { workflowHoldsGate } from "../gates.ts";
import { isApprovalGate, isFilledText, stepFinding, type Finding, type RawStep } from "../validate/finding.ts";
import { MAX_NAMED, placeProblem, placeWarning, type OpenFile } from "./open-file.ts";
import { loadCalledWorkflow } from "./sub-workflow.ts";

/** What a walk over a file's steps found out. */
export interface Walk {
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
  readonly children: ReadonlyMap<string, LoadedWorkflow>;
  readonly mayStop: boolean;
}

/** Goes through the sound steps of a file in order: what they refer to, and the sub-workflows they call. */
export async function walkSteps(file: OpenFile): Promise<Walk> {
  const earlier = new Set<string>();
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const children = new Map<string, LoadedWorkflow>();
  let mayStop = false;
  for (const { ids, step } of file.checked.steps) {
    if (step !== undefined) {
      const found = checkReferences(step, earlier, file.scope);
      problems.push(...found.problems.slice(0, roomIn(problems)).map((finding) => placeProblem(file, finding)));
      warnings.push(...found.warnings.slice(0, roomIn(warnings)).map((finding) => placeWarning(file, finding)));
      const called = await loadCalledWorkflow(file, step, { earlier, afterGate: file.request.afterGate || mayStop });
      problems.push(...called.problems);
      warnings.push(...called.warnings);
      if (called.child !== undefined) {
        children.set(step.id, called.child);
        problems.push(...findWayAround(step, called.child).map((finding) => placeProblem(file, finding)));
      }
      mayStop ||= called.mayStop || mayStopAt(step, file);
    }
    for (const id of ids) earlier.add(id);
  }
  return { problems, warnings, children, mayStop };
}

/** A failure that is passed over would go around the gates of the called workflow (fault W8). */
function findWayAround(step: RawStep, child: LoadedWorkflow): Finding[] {
  const policy = ownMember(step.fields, "on_error");
  if ((policy !== "continue" && policy !== "skip_rest") || !workflowHoldsGate(child)) return [];
  const text = `on_error cannot be "${policy}" on a step whose sub-workflow has an approval: its failure would go around the gate`;
  return [stepFinding(step, text, "on_error")];
}

/** How many more findings are named. */
function roomIn(named: readonly unknown[]): number {
  return Math.max(MAX_NAMED - named.length, 0);
}

/** True when the step itself has a gate, or a pipeline that may ask. */
function mayStopAt({ fields }: RawStep, file: OpenFile): boolean {
  const pipeline = ownMember(fields, "pipeline");
  return (
    isApprovalGate(ownMember(fields, "approval")) ||
    isJsonObject(ownMember(fields, "input")) ||
    (isFilledText(pipeline) && mayPause(pipeline, file.scope))
  );
}
