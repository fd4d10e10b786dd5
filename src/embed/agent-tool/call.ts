import type { JsonValue } from "../../runtime/json.ts";
import type { Decision, DecisionRequest, GateReference } from "../../runtime/runtime.ts";

/** A call of the tool, understood. */
export type ToolCall = RunCall | ResumeCall | StatusCall;

/** What one call may take. Bytes hold for each captured stream and for the reply. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Start something. */
export interface RunCall {
  readonly kind: "run";
  /** A pipeline, or the path of a workflow file. */
  readonly pipeline: string;
  readonly argsJson: string | undefined;
  readonly cwd: string | undefined;
  readonly limits: CallLimits;
  readonly flow: FlowStart | undefined;
}

/** Decide where something stopped. Without a gate it is the flow's. */
export interface ResumeCall {
  readonly kind: "resume";
  readonly gate: GateReference | undefined;
  readonly decision: Decision;
  readonly terms: Pick<DecisionRequest, "reason" | "confirm" | "digest">;
  readonly cwd: string | undefined;
  readonly limits: CallLimits;
  readonly flow: FlowResume | undefined;
}

/** Ask how something stands: a run by its gate, a flow, or the flows that wait. */
export interface StatusCall {
  readonly kind: "status";
  readonly about:
    | { readonly gate: GateReference }
    | { readonly flowId: string }
    | { readonly waitingFlows: true; readonly after: string | undefined };
  readonly limits: CallLimits;
}

/** A run that is kept as a managed flow. */
export interface FlowStart {
  readonly controllerId: string;
  readonly goal: string;
  readonly stateJson: JsonValue;
  readonly currentStep: string;
  readonly waitingStep: string | undefined;
}

/** A managed flow that goes on, if it still has this revision. */
export interface FlowResume {
  readonly flowId: string;
  readonly expectedRevision: number;
  readonly currentStep: string;
  readonly waitingStep: string | undefined;
}
