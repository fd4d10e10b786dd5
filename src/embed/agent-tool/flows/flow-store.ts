import type { JsonValue } from "../../../runtime/json.ts";

/** Where a managed flow is. The last three are ends. */
export type FlowStatus = "running" | "waiting" | "succeeded" | "failed" | "cancelled";

/** A run that outlives the process of whoever controls it. */
export interface FlowRecord {
  readonly flowId: string;
  /** 1 when it is created; every change adds 1. */
  readonly revision: number;
  readonly controllerId: string;
  readonly goal: string;
  readonly status: FlowStatus;
  readonly currentStep: string;
  /** What the controller keeps with it. */
  readonly stateJson: JsonValue;
  /** What it waits for while it waits, else null. */
  readonly waitJson: JsonValue;
  /** The Lobster run behind it, once there is one. */
  readonly runId: string | null;
  /** Why it failed. */
  readonly error: { readonly type: string; readonly message: string } | null;
  /** ISO times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
}

/** What a new flow is about. It starts as `running`. */
export type NewFlow = Pick<FlowRecord, "controllerId" | "goal" | "currentStep" | "stateJson" | "runId">;

/** What a flow becomes. What is left out stays, except `waitJson` and `error`, which are then null. */
export interface FlowChange {
  readonly status: FlowStatus;
  readonly currentStep?: string;
  readonly waitJson?: JsonValue;
  readonly error?: FlowRecord["error"];
}

/** What came of wanting to change a flow. */
export type FlowMutation =
  | { readonly applied: true; readonly flow: FlowRecord; readonly cancelled?: true }
  | {
      readonly applied: false;
      readonly code: "revision_conflict" | "not_found";
      readonly current?: FlowRecord;
    };

/** One page of flows, oldest first; `next` is there when more may follow. */
export interface FlowPage {
  readonly flows: readonly FlowRecord[];
  readonly next?: string;
}

/**
 * Where managed flows are kept. A change names the revision it was made for: of any number of racing changes to one
 * revision exactly one is applied. Operations throw when the store is down.
 */
export interface FlowStore {
  create(flow: NewFlow): Promise<FlowRecord>;
  get(flowId: string): Promise<FlowRecord | undefined>;
  update(flowId: string, expectedRevision: number, change: FlowChange): Promise<FlowMutation>;
  /** Flows that wait. `after` is the `next` of the page before. */
  listWaiting(options: { readonly after?: string | undefined; readonly limit: number }): Promise<FlowPage>;
}
