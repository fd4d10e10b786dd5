import { LobsterError } from "../../../runtime/errors.ts";
import type { Clock, IdSource } from "../../../runtime/ports.ts";
import type { StateStore } from "../../../runtime/store/state-store.ts";
import { decodeFlow, encodeFlow } from "./flow-document.ts";
import type { FlowChange, FlowMutation, FlowPage, FlowRecord, FlowStore, NewFlow } from "./flow-store.ts";

/** What the store of flows stands on. */
export interface StateFlowStoreOptions {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/**
 * Flows as documents `flow_<id>` of the state store. Ids begin with the time, so that their order is the flows' age. A flow
 * that waits has a mark of its own, `flowwait_<id>`, so that listing the few that wait does not read the many that ended. A
 * mark is there before its flow waits; one that a crash left behind is passed over.
 */
export function createStateFlowStore({ store, clock, ids }: StateFlowStoreOptions): FlowStore {
  const now = (): string => new Date(clock.now()).toISOString();

  const create = async (flow: NewFlow): Promise<FlowRecord> => {
    const createdAt = now();
    for (let attempt = 1; attempt <= MAX_ID_ATTEMPTS; attempt += 1) {
      const flowId = `${clock.now().toString(36).padStart(9, "0")}-${ids.hex(4)}`;
      const record: FlowRecord = {
        flowId,
        revision: 1,
        ...flow,
        status: "running",
        waitJson: null,
        error: null,
        createdAt,
        updatedAt: createdAt,
        endedAt: null,
      };
      const written = await store.create(flowKey(flowId), encodeFlow(record), { survive: "machine" });
      if (written.kind === "written") return record;
    }
    throw new LobsterError("store_unavailable", "Could not allocate a unique flow id; try again");
  };

  const update = async (flowId: string, expectedRevision: number, change: FlowChange): Promise<FlowMutation> => {
    const stored = isFlowId(flowId) ? await store.read(flowKey(flowId)) : undefined;
    if (stored === undefined) return { applied: false, code: "not_found" };
    const current = decodeFlow(stored.key, stored.value);
    if (current.revision !== expectedRevision) return { applied: false, code: "revision_conflict", current };
    const flow = changeFlow(current, change, now());
    if (flow.status === "waiting") await store.create(waitKey(flowId), { flowId });
    const written = await store.replace(stored.key, encodeFlow(flow), stored.version, { survive: "machine" });
    if (written.kind === "conflict") return { applied: false, code: "revision_conflict" };
    if (flow.status !== "waiting") await removeMark(store, flowId);
    return { applied: true, flow, ...(flow.status === "cancelled" && { cancelled: true }) };
  };

  const get = async (flowId: string): Promise<FlowRecord | undefined> => {
    const stored = isFlowId(flowId) ? await store.read(flowKey(flowId)) : undefined;
    return stored === undefined ? undefined : decodeFlow(stored.key, stored.value);
  };

  const listWaiting: FlowStore["listWaiting"] = async ({ after, limit }): Promise<FlowPage> => {
    const flows: FlowRecord[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await store.list("flowwait_", cursor === undefined ? {} : { after: cursor });
      for (const key of page.keys) {
        const flowId = key.slice("flowwait_".length);
        const flow = after === undefined || flowId > after ? await get(flowId) : undefined;
        if (flow?.status !== "waiting") continue;
        const last = flows.at(-1);
        if (flows.length === limit && last !== undefined) return { flows, next: last.flowId };
        flows.push(flow);
      }
      cursor = page.next;
      if (cursor === undefined) return { flows };
    }
  };

  return { create, get, update, listWaiting };
}

const MAX_ID_ATTEMPTS = 16;

function changeFlow(current: FlowRecord, change: FlowChange, at: string): FlowRecord {
  const { status, currentStep = current.currentStep, waitJson = null, error = null } = change;
  const isOver = status !== "running" && status !== "waiting";
  return {
    ...current,
    revision: current.revision + 1,
    status,
    currentStep,
    waitJson,
    error,
    updatedAt: at,
    endedAt: isOver ? at : null,
  };
}

async function removeMark(store: StateStore, flowId: string): Promise<void> {
  const mark = await store.read(waitKey(flowId));
  if (mark !== undefined) await store.remove(mark.key, mark.version);
}

function isFlowId(text: string): boolean {
  return /^[a-z0-9]{9,12}-[0-9a-f]{8}$/.test(text);
}

function flowKey(flowId: string): string {
  return `flow_${flowId}`;
}

function waitKey(flowId: string): string {
  return `flowwait_${flowId}`;
}
