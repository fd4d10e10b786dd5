import type { Envelope } from "../../../runtime/envelope.ts";
import type { FlowChange, FlowMutation, FlowRecord, FlowStore } from "./flow-store.ts";
import { describeWait, waitingStepOf } from "./flow-wait.ts";

/** What a flow becomes by what its run came to. */
export function changeAfter(envelope: Envelope, waitingStep: string | undefined): FlowChange {
  if (!envelope.ok) {
    const { type, message } = envelope.error;
    return { status: "failed", error: { type, message } };
  }
  const wait = describeWait(envelope);
  if (wait !== undefined) {
    return { status: "waiting", currentStep: waitingStep ?? waitingStepOf(wait), waitJson: wait };
  }
  return { status: envelope.status === "cancelled" ? "cancelled" : "succeeded" };
}

/**
 * Changes a flow at the revision it was read with. A flow that somebody else has brought to the same status meanwhile, by
 * looking at the same run, counts as changed.
 */
export async function settleFlow(store: FlowStore, flow: FlowRecord, change: FlowChange): Promise<FlowMutation> {
  const mutation = await store.update(flow.flowId, flow.revision, change);
  if (mutation.applied) return mutation;
  const current = await store.get(flow.flowId);
  if (current === undefined) return { applied: false, code: "not_found" };
  if (current.status === change.status) return { applied: true, flow: current };
  return { applied: false, code: mutation.code, current };
}

/** The flow after a mutation: the changed one, else as it is now, else as it was known. */
export function flowAfter(mutation: FlowMutation, known: FlowRecord): FlowRecord {
  return mutation.applied ? mutation.flow : (mutation.current ?? known);
}
