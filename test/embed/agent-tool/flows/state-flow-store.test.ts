import { describe, expect, it } from "vitest";
import { createStateFlowStore } from "../../../../src/embed/agent-tool/flows/state-flow-store.ts";
import { createStageState } from "../../../../src/runtime/pipeline/stage-state.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { createMemoryStore } from "../../../runtime/pipeline/memory-store.ts";

const NEW = { controllerId: "c", goal: "g", currentStep: "run", stateJson: { a: 1 }, runId: null };

function makeFlows() {
  const store = createMemoryStore();
  return { store, flows: createStateFlowStore({ store, clock: systemClock, ids: systemIds }) };
}

describe("flows in the state store", () => {
  it("start as running at revision 1 and can be read back", async () => {
    const { flows } = makeFlows();
    const flow = await flows.create(NEW);
    expect(flow).toMatchObject({ ...NEW, revision: 1, status: "running", waitJson: null, error: null, endedAt: null });
    expect(await flows.get(flow.flowId)).toEqual(flow);
  });

  it("change at the revision they were read with, and only at that", async () => {
    const { flows } = makeFlows();
    const { flowId } = await flows.create(NEW);
    expect(await flows.update(flowId, 1, { status: "waiting", waitJson: { q: 1 } })).toMatchObject({
      applied: true,
      flow: { revision: 2, status: "waiting", waitJson: { q: 1 }, endedAt: null },
    });
    expect(await flows.update(flowId, 1, { status: "failed" })).toMatchObject({
      applied: false,
      code: "revision_conflict",
      current: { revision: 2 },
    });
    expect(await flows.update(flowId, 2, { status: "succeeded" })).toMatchObject({
      applied: true,
      flow: { waitJson: null, endedAt: expect.any(String) },
    });
  });

  it.each(["nosuch", "__proto__", "../run_x", "Flow"])("are not found under %s", async (flowId) => {
    const { flows } = makeFlows();
    expect(await flows.get(flowId)).toBeUndefined();
    expect(await flows.update(flowId, 1, { status: "failed" })).toEqual({ applied: false, code: "not_found" });
  });

  it("are listed while they wait, also when a crash left a mark behind", async () => {
    const { flows, store } = makeFlows();
    const [a, b] = [await flows.create(NEW), await flows.create(NEW)];
    for (const { flowId } of [a, b]) await flows.update(flowId, 1, { status: "waiting" });
    await store.create("flowwait_gone", {});
    const ids = [a.flowId, b.flowId].toSorted();
    const page = await flows.listWaiting({ limit: 1 });
    expect(page).toMatchObject({ flows: [{ flowId: ids[0] }], next: ids[0] });
    expect(await flows.listWaiting({ limit: 1, after: page.next })).toMatchObject({ flows: [{ flowId: ids[1] }] });
    await flows.update(a.flowId, 2, { status: "running" });
    expect((await flows.listWaiting({ limit: 5 })).flows.map(({ flowId }) => flowId)).toEqual([b.flowId]);
  });

  it("cannot be reached as values of pipelines", async () => {
    const { flows, store } = makeFlows();
    const { flowId } = await flows.create(NEW);
    expect(await createStageState(store).read(`flow_${flowId}`)).toBeUndefined();
  });

  it("that cannot be read are reported by their name", async () => {
    const { flows, store } = makeFlows();
    const { flowId } = await flows.create(NEW);
    const key = `flow_${flowId}`;
    const stored = await store.read(key);
    if (stored === undefined) throw new Error("no flow");
    await store.replace(key, { format: "lobster.flow.v1", flowId }, stored.version);
    await expect(flows.get(flowId)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining(key),
    });
  });
});
