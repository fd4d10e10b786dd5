import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Decision, RunReport } from "../../../src/runtime/runtime.ts";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

const GUARDED = `
steps:
  - {id: collect, run: "printf a >> log; printf '%s' '{\\"targets\\":[\\"api\\"]}'"}
  - {id: gate, stdin: $collect.json, approval: {prompt: "Go?", required_approver: alice}}
  - {id: deploy, when: $gate.approved, run: 'printf b >> log; printf "%s by %s" done "$LOBSTER_APPROVAL_APPROVED_BY"'}
`;

async function runTo(test: TestRuntime, name = "workflow.lobster"): Promise<RunReport> {
  const run = await test.runtime.start({ filePath: test.path(name), cwd: test.folder });
  return await test.runtime.execute(run.id);
}

async function runToGate(test: TestRuntime, name?: string): Promise<GateDocument> {
  const report = await runTo(test, name);
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${JSON.stringify(report)}`);
  return report.gate;
}

function decideAs(test: TestRuntime, gate: GateDocument, decision: Decision, person?: string) {
  return test.runtime.decide({
    gate: { token: gate.token },
    decision,
    ...(person === undefined ? {} : { by: { person } }),
  });
}

describe("a workflow with a gate", () => {
  it("stops before the guarded step and shows the whole payload", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    expect(gate.request).toEqual({
      type: "approval_request",
      prompt: "Go?",
      items: [{ targets: ["api"] }],
      preview: '{"targets":["api"]}',
    });
    expect(gate.position).toEqual({ step: 2, of: 3 });
    expect(gate.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(gate.approvalId).toMatch(/^[0-9a-f]{8}$/);
    expect(readFileSync(test.path("log"), "utf8")).toBe("a");
  });

  it("runs the rest once after an approve, and the steps know who approved", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    expect(await decideAs(test, gate, { kind: "approve" }, "alice")).toMatchObject({ kind: "accepted" });
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished", output: ["done by alice"] });
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished", output: ["done by alice"] });
    expect(readFileSync(test.path("log"), "utf8")).toBe("ab");
  });

  it("refuses the wrong person and stays open", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    const refused = await decideAs(test, gate, { kind: "approve" }, "mallory");
    expect(refused).toMatchObject({ kind: "refused", error: { code: "refused" } });
    expect(await test.runtime.readGate({ gateKey: gate.key })).toMatchObject({ state: "open" });
  });

  it("tells a second decider what was recorded, and by whom", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    await decideAs(test, gate, { kind: "approve" }, "alice");
    expect(await decideAs(test, gate, { kind: "approve" }, "alice")).toMatchObject({
      kind: "already_decided",
      same: true,
      decision: { by: "alice", kind: "approve" },
    });
    expect(await decideAs(test, gate, { kind: "deny" }, "bob")).toMatchObject({ kind: "already_decided", same: false });
  });

  it("can be denied by anybody, and then never runs the step", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    expect(await decideAs(test, gate, { kind: "deny" })).toMatchObject({
      kind: "accepted",
      run: { status: "over", outcome: { kind: "denied" } },
    });
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "cancelled" });
    expect(readFileSync(test.path("log"), "utf8")).toBe("a");
  });

  it("runs the pinned definition whatever happens to the file", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    writeFileSync(test.path("workflow.lobster"), GUARDED.replace("done", "EDITED"));
    await decideAs(test, gate, { kind: "approve" }, "alice");
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ output: ["done by alice"] });

    const other = await runToGate(test);
    rmSync(test.path("workflow.lobster"));
    await decideAs(test, other, { kind: "approve" }, "alice");
    expect(await test.runtime.execute(other.runId)).toMatchObject({ output: ["EDITED by alice"] });
  });

  it("refuses to run a definition that was changed in the store", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    const key = `definition_${(await test.runtime.readRun(gate.runId))?.definitionDigest ?? ""}`;
    const file = test.path(`state/${key}.json`);
    writeFileSync(file, readFileSync(file, "utf8").replace("done", "EDITED"));
    await decideAs(test, gate, { kind: "approve" }, "alice");
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "failed", error: { code: "invalid_state" } });
    expect(readFileSync(test.path("log"), "utf8")).toBe("a");
  });

  it("takes a decision only for the digest it was shown", async () => {
    const test = makeRuntime({ "workflow.lobster": GUARDED });
    const gate = await runToGate(test);
    const ask = (digest: string) =>
      test.runtime.decide({
        gate: { gateKey: gate.key },
        decision: { kind: "approve" },
        by: { person: "alice" },
        digest,
      });
    expect(await ask("0".repeat(64))).toMatchObject({ kind: "refused", error: { code: "stale_digest" } });
    expect(await ask(gate.digest.slice(0, 11))).toMatchObject({ kind: "refused" });
    expect(await ask(gate.digest.slice(0, 12))).toMatchObject({ kind: "accepted" });
  });

  it("is open again, with the same token, when nothing could be started after the approve", async () => {
    const text = GUARDED.replace("{id: deploy,", "{id: deploy, cwd: later,");
    const test = makeRuntime({ "workflow.lobster": text });
    const gate = await runToGate(test);
    await decideAs(test, gate, { kind: "approve" }, "alice");
    const failed = await test.runtime.execute(gate.runId);
    expect(failed).toMatchObject({ kind: "failed", error: { code: "not_started" }, reopened: { key: gate.key } });
    writeFileSync(test.path("placeholder"), "");
    const { mkdirSync } = await import("node:fs");
    mkdirSync(test.path("later"));
    await decideAs(test, gate, { kind: "approve" }, "alice");
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished" });
    expect(existsSync(test.path("later/log"))).toBe(true);
  });

  it("cannot have its policy changed by what its step prints", async () => {
    const printed = '{"requiresApproval":{"prompt":"x","required_approver":"me","initiated_by":"nobody"}}';
    const test = makeRuntime({
      "workflow.lobster": `
steps:
  - {id: g, run: "printf '%s' '${printed.replaceAll('"', '\\"')}'", approval: {prompt: P, required_approver: alice, initiated_by: bob, require_different_approver: true}}
  - {id: d, run: 'printf x >> log'}
`,
    });
    const gate = await runToGate(test);
    expect(gate.policy).toMatchObject({
      requiredApprover: "alice",
      initiatedBy: "bob",
      requireDifferentApprover: true,
    });
    expect(gate.request).toMatchObject({ prompt: "P" });
    expect(await decideAs(test, gate, { kind: "approve" }, "me")).toMatchObject({ kind: "refused" });
    expect(existsSync(test.path("log"))).toBe(false);
  });

  it("refuses a payload with values of the wrong type instead of showing a guess", async () => {
    const test = makeRuntime({
      "workflow.lobster": `steps:\n  - {id: g, approval: P, run: "printf '%s' '{\\"prompt\\":{\\"a\\":1}}'"}\n  - {id: d, run: 'printf x >> log'}\n`,
    });
    expect(await runTo(test)).toMatchObject({ kind: "failed", error: { message: expect.stringContaining("step g") } });
  });
});

describe("gates inside sub-workflows", () => {
  const files = {
    "workflow.lobster":
      "steps:\n  - {id: top, workflow: mid.lobster, workflow_args: {who: '${w}'}}\n  - {id: after, stdin: 'got $top.stdout', run: cat}\nargs: {w: {default: you}}\n",
    "mid.lobster":
      "args: {who: {default: x}}\nsteps:\n  - {id: pre, run: 'printf p >> log'}\n  - {id: in, workflow: low.lobster, workflow_args: {who: '${who}'}}\n  - {id: post, stdin: '$in.stdout!', run: cat}\n",
    "low.lobster":
      "args: {who: {default: y}}\nsteps:\n  - {id: w, run: 'printf w >> log; printf \"%s\" \"$LOBSTER_ARG_WHO\"'}\n  - {id: g, approval: Deep?}\n  - {id: e, stdin: '$w.stdout approved=$g.approved', run: cat}\n",
  };

  it("stop the whole run and go on inside, two levels down, in another process's runtime", async () => {
    const test = makeRuntime(files);
    const gate = await runToGate(test);
    expect(gate.frames.map((frame) => frame.stepId)).toEqual(["top", "in", "g"]);
    const later = makeRuntime({}, { store: test.host.store });
    await later.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" } });
    expect(await later.runtime.execute(gate.runId)).toMatchObject({
      kind: "finished",
      output: ["got you approved=true!"],
    });
    expect(readFileSync(test.path("log"), "utf8")).toBe("pw");
  });

  it("run the pinned child although its file is gone", async () => {
    const test = makeRuntime(files);
    const gate = await runToGate(test);
    for (const name of Object.keys(files)) rmSync(test.path(name));
    await decideAs(test, gate, { kind: "approve" });
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished" });
  });
});

async function openFor(ms: number) {
  let now = Date.parse("2026-12-01T00:00:00.000Z");
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const test = makeRuntime({ "workflow.lobster": GUARDED }, { clock });
  const run = await test.runtime.start({
    filePath: test.path("workflow.lobster"),
    cwd: test.folder,
    gateExpiresInMs: ms,
  });
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  return { test, gate: report.gate, pass: (later: number) => (now += later) };
}

describe("a gate with an end", () => {
  it("opens to the last millisecond and not after, with or without a scanner", async () => {
    const { test, gate, pass } = await openFor(60_000);
    expect(gate.expiresAt).toBe("2026-12-01T00:01:00.000Z");
    pass(60_000);
    for (const decision of [{ kind: "approve" }, { kind: "deny" }] as const) {
      expect(await decideAs(test, gate, decision, "alice")).toMatchObject({
        kind: "refused",
        error: { code: "expired", message: "Workflow step gate approval expired at 2026-12-01T00:01:00.000Z" },
      });
    }
  });

  it("ends its run as expired, never as denied, once its time is over and not before", async () => {
    const { test, gate, pass } = await openFor(60_000);
    pass(59_999);
    expect(await decideAs(test, gate, { kind: "expire" })).toMatchObject({ kind: "refused" });
    pass(1);
    expect(await decideAs(test, gate, { kind: "expire" })).toMatchObject({
      kind: "accepted",
      run: { status: "over", outcome: { kind: "expired" } },
    });
    expect(await decideAs(test, gate, { kind: "approve" }, "alice")).toMatchObject({
      kind: "already_decided",
      decision: { kind: "expire" },
    });
    expect(readFileSync(test.path("log"), "utf8")).toBe("a");
  });

  it("stays approved when the approve came before the end", async () => {
    const { test, gate, pass } = await openFor(60_000);
    pass(59_999);
    expect(await decideAs(test, gate, { kind: "approve" }, "alice")).toMatchObject({ kind: "accepted" });
    pass(10_000);
    expect(await decideAs(test, gate, { kind: "expire" })).toMatchObject({ kind: "already_decided" });
    expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished" });
  });
});

it("a step that goes on after a failure may not call a workflow with an approval", async () => {
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: call, workflow: c.lobster, on_error: continue}\n",
    "c.lobster": "steps:\n  - {id: deep, workflow: d.lobster}\n",
    "d.lobster": "steps:\n  - {id: gate, approval: Go?}\n",
  });
  await expect(test.runtime.load(test.path("workflow.lobster"))).rejects.toMatchObject({
    code: "invalid_workflow",
    message: expect.stringContaining('Workflow step call on_error cannot be "continue"'),
  });
});
