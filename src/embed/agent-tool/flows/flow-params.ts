import { isJsonObject, type JsonValue } from "../../../runtime/json.ts";
import type { FlowResume, FlowStart } from "../call.ts";
import { readJson, readRevision, readText, type Params } from "../param-values.ts";
import { callError } from "../tool-error.ts";

const RUN_STEP = "run_lobster";
const RESUME_STEP = "resume_lobster";

/**
 * The managed flow a run is to become, or undefined for a run without one. Blank texts, `{}` and 0 do not choose a flow, for
 * models fill in what they leave out. Throws for what belongs to `resume`, and for a flow without controller or goal.
 */
export function decodeFlowStart(params: Params): FlowStart | undefined {
  const [controllerId, goal] = [readText(params, "flowControllerId"), readText(params, "flowGoal")];
  const [currentStep, waitingStep] = [readText(params, "flowCurrentStep"), readText(params, "flowWaitingStep")];
  const stateJson = readJson(params, "flowStateJson");
  if (readText(params, "flowId") !== undefined || readRevision(params, "flowExpectedRevision") !== undefined) {
    throw callError("run action does not accept flowId or flowExpectedRevision");
  }
  const isChosen = [controllerId, goal, currentStep, waitingStep].some((text) => text !== undefined);
  if (!isChosen && isNeutral(stateJson)) return undefined;
  if (controllerId === undefined) throw callError("flowControllerId required when using managed TaskFlow run mode");
  if (goal === undefined) throw callError("flowGoal required when using managed TaskFlow run mode");
  return { controllerId, goal, stateJson: stateJson ?? null, currentStep: currentStep ?? RUN_STEP, waitingStep };
}

/** The managed flow a resume belongs to, or undefined. Throws for what belongs to `run`, and for half of a flow's name. */
export function decodeFlowResume(params: Params): FlowResume | undefined {
  const started = [readText(params, "flowControllerId"), readText(params, "flowGoal")];
  if (started.some((text) => text !== undefined) || !isNeutral(readJson(params, "flowStateJson"))) {
    throw callError("resume action does not accept flowControllerId, flowGoal, or flowStateJson");
  }
  const flowId = readText(params, "flowId");
  const expectedRevision = readRevision(params, "flowExpectedRevision");
  if (flowId === undefined && expectedRevision === undefined) return undefined;
  if (flowId === undefined) throw callError("flowId required when using managed TaskFlow resume mode");
  if (expectedRevision === undefined) {
    throw callError("flowExpectedRevision required when using managed TaskFlow resume mode");
  }
  const currentStep = readText(params, "flowCurrentStep") ?? RESUME_STEP;
  return { flowId, expectedRevision, currentStep, waitingStep: readText(params, "flowWaitingStep") };
}

function isNeutral(value: JsonValue | undefined): boolean {
  return (
    value === undefined || value === null || value === 0 || (isJsonObject(value) && Object.keys(value).length === 0)
  );
}
