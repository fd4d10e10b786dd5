import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import type { GateDocument, RunId } from "../../../src/runtime/run/documents.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

async function gateOf(runtime: Runtime, runId: RunId): Promise<GateDocument> {
  const report = await runtime.execute(runId);
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${report.kind}`);
  return report.gate;
}

/** The same state seen by a process with further variables. */
function processWith(test: TestRuntime, variables: Readonly<Record<string, string>>): Runtime {
  return createRuntime({ ...test.host, environment: { ...test.host.environment, ...variables } });
}

it("who opens the first gate cannot make an unknown starter known at a later four-eyes gate", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: first, approval: One?}\n  - {id: second, approval: {prompt: Two?, require_different_approver: true}}\n",
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const first = await gateOf(test.runtime, run.id);
  const decider = processWith(test, { LOBSTER_APPROVAL_INITIATED_BY: "somebody-else" });
  await decider.decide({ gate: { token: first.token }, decision: { kind: "approve" }, by: { person: "mallory" } });
  const second = await gateOf(decider, run.id);
  expect(
    await decider.decide({ gate: { token: second.token }, decision: { kind: "approve" }, by: { person: "mallory" } }),
  ).toMatchObject({
    kind: "refused",
    error: { message: "Workflow step second approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY" },
  });
});

it.each([
  ["required approver", { LOBSTER_APPROVAL_REQUIRED_APPROVER: "boss" }, { requiredApprover: "boss" }],
  ["four eyes", { LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER: "1" }, { requireDifferentApprover: true }],
])(
  "the host's %s holds at every gate of the run, whoever's process opens the ones before",
  async (_name, variables, policy) => {
    const test = makeRuntime({
      "workflow.lobster": "steps:\n  - {id: first, approval: One?}\n  - {id: second, approval: Two?}\n",
    });
    const starter = processWith(test, variables);
    const run = await starter.start({ filePath: test.path("workflow.lobster"), cwd: test.folder, startedBy: "dev" });
    const first = await gateOf(starter, run.id);
    expect(first.policy).toMatchObject(policy);
    await test.runtime.decide({ gate: { token: first.token }, decision: { kind: "approve" }, by: { person: "boss" } });
    const second = await gateOf(test.runtime, run.id);
    expect(second.policy).toMatchObject(policy);
  },
);

it("the host's required approver holds at every gate of a pipeline", async () => {
  const test = makeRuntime({});
  const starter = processWith(test, { LOBSTER_APPROVAL_REQUIRED_APPROVER: "boss" });
  const run = await starter.start({ pipeline: "exec echo x | approve | approve", cwd: test.folder });
  const first = await gateOf(starter, run.id);
  await test.runtime.decide({ gate: { token: first.token }, decision: { kind: "approve" }, by: { person: "boss" } });
  const second = await gateOf(test.runtime, run.id);
  expect(second.policy).toMatchObject({ requiredApprover: "boss" });
});

it.each(["dev\u200b", "d\u0435v", "dev dev", "starter"])(
  "a name that is no person's id opens no four-eyes gate: %j",
  async (person) => {
    const test = makeRuntime({
      "workflow.lobster": "steps:\n  - {id: gate, approval: {prompt: Go?, require_different_approver: true}}\n",
    });
    const run = await test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      startedBy: "dev",
    });
    const gate = await gateOf(test.runtime, run.id);
    expect(
      await test.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" }, by: { person } }),
    ).toMatchObject({ kind: "refused" });
  },
);
