import { describe, expect, it } from "vitest";
import type { FlowRecord, FlowStore } from "../../../../src/embed/agent-tool/flows/flow-store.ts";
import { createStateFlowStore } from "../../../../src/embed/agent-tool/flows/state-flow-store.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { makeTool, openRuntime, tokenOf, type ToolWorld } from "../tool-world.ts";

const FLOW = { flowControllerId: "tests/lobster", flowGoal: "Ship it" } as const;

function flowOf(answer: unknown): FlowRecord {
  return (answer as { readonly flow: FlowRecord }).flow;
}

async function start(world: ToolWorld, pipeline: string, more: object = {}): Promise<FlowRecord> {
  return flowOf(await world.call({ action: "run", pipeline, ...FLOW, ...more }));
}

function resumeOf(flow: FlowRecord): object {
  return { action: "resume", token: tokenOf(flow), flowId: flow.flowId, flowExpectedRevision: flow.revision };
}

describe("running a managed flow", () => {
  it("that ends succeeds", async () => {
    const { call } = makeTool();
    const answer = await call({ action: "run", pipeline: "exec echo hi", ...FLOW, flowStateJson: '{"lane":"email"}' });
    expect(answer).toMatchObject({
      ok: true,
      envelope: { ok: true, status: "ok", output: ["hi"] },
      flow: {
        flowId: expect.any(String),
        revision: 2,
        controllerId: "tests/lobster",
        goal: "Ship it",
        status: "succeeded",
        currentStep: "run_lobster",
        stateJson: { lane: "email" },
        waitJson: null,
        endedAt: expect.any(String),
      },
      mutation: { applied: true, flow: { revision: 2 } },
    });
    expect(Object.keys(answer)).toEqual(["ok", "envelope", "flow", "mutation"]);
  });

  it("that stops waits, with what it waits for", async () => {
    const { call } = makeTool();
    const answer = await call({ action: "run", pipeline: "gate.lobster", ...FLOW, flowWaitingStep: "await_review" });
    expect(answer).toMatchObject({
      ok: true,
      flow: {
        status: "waiting",
        currentStep: "await_review",
        waitJson: {
          kind: "lobster_approval",
          prompt: "Ship?",
          items: [],
          resumeToken: tokenOf(answer),
          approvalId: expect.any(String),
        },
      },
    });
    const asked = flowOf(await call({ action: "run", pipeline: "ask.lobster", ...FLOW }));
    expect(asked).toMatchObject({
      status: "waiting",
      currentStep: "await_lobster_input",
      waitJson: { kind: "lobster_input", prompt: "Name?", responseSchema: { type: "string" } },
    });
  });

  it.each([
    ["a step fails", "exec false", "exec failed (1): false"],
    ["it does not begin", "nosuch", "Unknown command: nosuch"],
  ])("fails when %s, and the error is thrown", async (_name, pipeline, message) => {
    const { fail } = makeTool();
    const error = await fail({ action: "run", pipeline, ...FLOW });
    expect(error).toMatchObject({
      message,
      details: {
        ok: false,
        flow: { status: "failed", revision: 2, error: { type: "runtime_error", message } },
        mutation: { applied: true },
        envelope: { ok: false },
      },
    });
  });

  it("is not run when its record cannot be written", async () => {
    const flows = { create: () => Promise.reject(new Error("disk full")) } as unknown as FlowStore;
    const { fail, folder } = makeTool({ flows });
    const error = await fail({ action: "run", pipeline: `exec touch ${folder}/made`, ...FLOW });
    expect(error.message).toBe("TaskFlow persistence failed; nothing was run");
    const { call } = makeTool();
    expect(await call({ action: "run", pipeline: `exec ls ${folder}` })).toMatchObject({
      output: expect.not.arrayContaining(["made"]),
    });
  });

  it("is not chosen by neutral defaults", async () => {
    const { call } = makeTool();
    const neutral = {
      flowControllerId: "",
      flowGoal: "  ",
      flowStateJson: "{}",
      flowCurrentStep: "",
      flowId: "",
      flowExpectedRevision: 0,
    };
    expect(await call({ action: "run", pipeline: "exec echo hi", ...neutral })).toMatchObject({
      status: "ok",
      output: ["hi"],
    });
    const token = tokenOf(await call({ action: "run", pipeline: "gate.lobster", ...neutral }));
    expect(await call({ action: "resume", token, approve: true, ...neutral })).toMatchObject({ status: "ok" });
  });

  it.each([
    [{ flowGoal: "g" }, "flowControllerId required when using managed TaskFlow run mode"],
    [{ flowControllerId: "c" }, "flowGoal required when using managed TaskFlow run mode"],
    [{ flowStateJson: '{"a":1}' }, "flowControllerId required when using managed TaskFlow run mode"],
    [{ ...FLOW, flowStateJson: "{" }, "flowStateJson must be valid JSON"],
    [{ ...FLOW, flowStateJson: `"${"x".repeat(262_143)}"` }, "flowStateJson must be at most 262144 bytes"],
    [{ ...FLOW, flowId: "f" }, "run action does not accept flowId or flowExpectedRevision"],
    [{ flowExpectedRevision: 3 }, "run action does not accept flowId or flowExpectedRevision"],
  ])("is refused with %j", async (params, message) => {
    const { fail } = makeTool();
    expect(await fail({ action: "run", pipeline: "exec true", ...params })).toMatchObject({
      message,
      code: "parse_error",
    });
  });
});

describe("resuming a managed flow", () => {
  it("goes on to the end, revision by revision", async () => {
    const world = makeTool();
    const flow = await start(world, "gate.lobster");
    expect(flow.revision).toBe(2);
    expect(await world.call({ ...resumeOf(flow), approve: true })).toMatchObject({
      ok: true,
      envelope: { status: "ok" },
      flow: { status: "succeeded", revision: 4, currentStep: "resume_lobster", waitJson: null },
      mutation: { applied: true },
    });
  });

  it("does not need the token, which the flow knows", async () => {
    const world = makeTool();
    const { flowId, revision } = await start(world, "gate.lobster");
    const answer = await world.call({ action: "resume", flowId, flowExpectedRevision: revision, approve: true });
    expect(answer).toMatchObject({ flow: { status: "succeeded" } });
  });

  it("waits again at the next gate", async () => {
    const world = makeTool(
      {},
      { "w.lobster": "steps:\n  - id: a\n    approval: One?\n  - id: b\n    approval: Two?\n" },
    );
    const flow = await start(world, "w.lobster");
    expect(await world.call({ ...resumeOf(flow), approve: true })).toMatchObject({
      flow: { status: "waiting", revision: 4, waitJson: { prompt: "Two?" } },
    });
  });

  it.each([
    ["a denial", { approve: false }],
    ["a cancellation", { cancel: true }],
  ])("is cancelled by %s", async (_name, decision) => {
    const world = makeTool();
    expect(await world.call({ ...resumeOf(await start(world, "gate.lobster")), ...decision })).toMatchObject({
      ok: true,
      envelope: { status: "cancelled" },
      flow: { status: "cancelled" },
      mutation: { applied: true, cancelled: true },
    });
  });

  it("at another revision is a conflict, and runs nothing", async () => {
    const world = makeTool();
    const flow = await start(world, "gate.lobster");
    const error = await world.fail({ ...resumeOf(flow), flowExpectedRevision: 1, approve: true });
    expect(error).toMatchObject({
      message: "TaskFlow resume failed: revision_conflict",
      details: { flow: { revision: 2 } },
    });
    expect(await world.call({ ...resumeOf(flow), approve: true })).toMatchObject({ flow: { status: "succeeded" } });
  });

  it("by racing calls happens once", async () => {
    const world = makeTool();
    const flow = await start(world, "gate.lobster");
    const calls = await Promise.allSettled(
      Array.from({ length: 4 }, () => world.tool.execute({ ...resumeOf(flow), approve: true })),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = calls.flatMap((call) => (call.status === "rejected" ? [String(call.reason)] : []));
    expect(reasons).toEqual(
      Array.from({ length: 3 }, () => "LobsterToolError: TaskFlow resume failed: revision_conflict"),
    );
  });

  it("with a wrong answer goes back to waiting at a newer revision", async () => {
    const world = makeTool();
    const flow = await start(world, "ask.lobster", { flowWaitingStep: "await_name" });
    const error = await world.fail({ ...resumeOf(flow), responseJson: "5" });
    expect(error).toMatchObject({
      message: "Workflow input step q response failed schema validation at /: must be string",
      details: { flow: { status: "waiting", revision: 4, currentStep: "await_name", waitJson: flow.waitJson } },
    });
    const again = { ...resumeOf(flow), flowExpectedRevision: 4, responseJson: '"Ada"' };
    expect(await world.call(again)).toMatchObject({ flow: { status: "succeeded", revision: 6 } });
  });

  it("whose run fails is failed and never run again", async () => {
    const world = makeTool();
    const flow = await start(world, "approve | exec false");
    expect(await world.fail({ ...resumeOf(flow), approve: true })).toMatchObject({
      message: "exec failed (1): false",
      details: { flow: { status: "failed", revision: 4 } },
    });
    const again = { ...resumeOf(flow), flowExpectedRevision: 4, approve: true };
    expect((await world.fail(again)).message).toBe("TaskFlow resume failed: not_waiting");
  });

  it("that somebody else has decided becomes what that made of it", async () => {
    const world = makeTool();
    const flow = await start(world, "gate.lobster");
    await world.call({ action: "resume", token: tokenOf(flow), approve: true });
    expect(await world.fail({ ...resumeOf(flow), approve: true })).toMatchObject({
      message: "Workflow resume state not found",
      details: { flow: { status: "succeeded", revision: 4 }, envelope: { error: { code: "already_decided" } } },
    });
  });

  it("takes the checkpoint of that flow only", async () => {
    const world = makeTool();
    const [flow, other] = [await start(world, "gate.lobster"), await start(world, "gate.lobster")];
    const mixed = { ...resumeOf(flow), token: tokenOf(other), approve: true };
    expect((await world.fail(mixed)).message).toBe("Lobster checkpoint does not match the selected TaskFlow.");
  });

  it.each([
    [{ flowId: "nosuch", flowExpectedRevision: 1 }, "TaskFlow resume failed: not_found"],
    [{ flowId: "f" }, "flowExpectedRevision required when using managed TaskFlow resume mode"],
    [{ flowExpectedRevision: 1 }, "flowId required when using managed TaskFlow resume mode"],
    [{ flowId: "f", flowExpectedRevision: -1 }, "flowExpectedRevision must be a non-negative integer"],
    [{ flowGoal: "g" }, "resume action does not accept flowControllerId, flowGoal, or flowStateJson"],
    [{ flowStateJson: '{"a":1}' }, "resume action does not accept flowControllerId, flowGoal, or flowStateJson"],
  ])("is refused with %j", async (params, message) => {
    const { fail } = makeTool();
    expect((await fail({ action: "resume", token: "x", approve: true, ...params })).message).toBe(message);
  });

  it("is a person's where approvals are in chat, and status brings the flow up to date", async () => {
    const world = makeTool({ approvals: "chat", announce: ["telegram:1"] });
    const flow = await start(world, "gate.lobster");
    expect((await world.fail({ ...resumeOf(flow), approve: true })).message).toContain("telegram:1");
    expect(await world.call({ action: "status", flowId: flow.flowId })).toMatchObject({
      flow: { revision: 2, status: "waiting" },
    });
    const runtime = openRuntime(world);
    const outcome = await runtime.decide({
      gate: { token: tokenOf(flow) },
      decision: { kind: "approve" },
      via: "chat",
    });
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    await runtime.execute(outcome.gate.runId);
    expect(await world.call({ action: "status", flowId: flow.flowId })).toMatchObject({
      ok: true,
      flow: { revision: 3, status: "succeeded" },
    });
  });
});

describe("the status of managed flows", () => {
  it("lists those that wait, oldest first, in pages of 20", async () => {
    const world = makeTool();
    const started: string[] = [];
    for (let count = 0; count < 22; count += 1) started.push((await start(world, "approve")).flowId);
    await start(world, "exec true");
    const first = await world.call({ action: "status" });
    expect(idsOf(first)).toEqual(started.slice(0, 20));
    expect(first["flows"]).toContainEqual(
      expect.objectContaining({
        status: "waiting",
        waitJson: {
          kind: "lobster_approval",
          prompt: "Approve?",
          resumeToken: expect.any(String),
          approvalId: expect.any(String),
        },
      }),
    );
    const second = await world.call({ action: "status", flowAfter: first["next"] });
    expect([idsOf(second), second["next"]]).toEqual([started.slice(20), undefined]);
  });

  it("of one that is not there is an error", async () => {
    const { fail } = makeTool();
    expect((await fail({ action: "status", flowId: "nosuch" })).message).toBe("TaskFlow not found: nosuch");
    expect((await fail({ action: "status", flowId: "x", token: "y" })).message).toContain("only one of");
  });

  it("of one whose run ended unseen is failed: its result is lost", async () => {
    const world = makeTool();
    const { store } = world.options;
    if (store === undefined) throw new Error("no store");
    const flows = createStateFlowStore({ store, clock: systemClock, ids: systemIds });
    const about = { controllerId: "c", goal: "g", currentStep: "s", stateJson: null, runId: "0000000X" };
    const { flowId } = await flows.create(about);
    expect(await world.call({ action: "status", flowId })).toMatchObject({
      flow: { status: "failed", error: { message: expect.stringContaining("lost") } },
    });
  });
});

function idsOf(page: Readonly<Record<string, unknown>>): readonly string[] {
  return (page["flows"] as readonly FlowRecord[]).map(({ flowId }) => flowId);
}
