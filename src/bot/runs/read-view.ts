import type { GateDocument, GateKey, RunDocument, RunId } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { LoadedWorkflow } from "../../runtime/workflow/definition.ts";
import type { RunView } from "../cards/run-view.ts";
import { describeInterruption } from "../recovery/describe-interruption.ts";

/** What is read to see a run. */
export type ViewSource = Pick<Runtime, "readRun" | "readGate" | "readSteps" | "readDefinition" | "findSurvivors">;

/** Reads a run as its cards show it; undefined when the runtime no longer knows it. */
export async function readRunView(
  runtime: ViewSource,
  runId: RunId,
  queuedBehind: number | undefined,
): Promise<RunView | undefined> {
  const run = await runtime.readRun(runId);
  if (run === undefined) return undefined;
  const [steps, gates, workflow] = await Promise.all([
    runtime.readSteps(runId),
    readGates(runtime, run),
    readWorkflow(runtime, run),
  ]);
  const stepIds = workflow?.definition.steps.map((step) => step.id) ?? [];
  const interruption =
    run.status === "interrupted" ? describeInterruption(run, runtime.findSurvivors(run), workflow) : undefined;
  return {
    run,
    steps,
    stepIds,
    gates,
    ...(interruption === undefined ? {} : { interruption }),
    ...(queuedBehind === undefined ? {} : { queuedBehind }),
  };
}

/** The pinned definition of a workflow run; undefined for a pipeline, which has no steps with names. */
export async function readWorkflow(
  runtime: Pick<Runtime, "readDefinition">,
  run: RunDocument,
): Promise<LoadedWorkflow | undefined> {
  return run.kind === "workflow" ? await runtime.readDefinition(run) : undefined;
}

/** Decided gates in the order of their decisions, then the open one. Tombstones that were removed are passed over. */
async function readGates(runtime: Pick<Runtime, "readGate">, run: RunDocument): Promise<readonly GateDocument[]> {
  const keys = [...run.decisions.map(({ gate }) => gate), ...(run.gate === undefined ? [] : [run.gate])];
  // A gate that was opened again stands where it stood last.
  const ordered = keys.filter((key, index) => keys.lastIndexOf(key) === index);
  const gates = await Promise.all(ordered.map((gateKey: GateKey) => runtime.readGate({ gateKey })));
  return gates.filter((gate) => gate !== undefined);
}
