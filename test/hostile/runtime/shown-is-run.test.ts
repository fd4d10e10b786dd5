import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

async function openGate(test: TestRuntime, args?: Readonly<Record<string, JsonValue>>): Promise<GateDocument> {
  const run = await test.runtime.start({
    filePath: test.path("workflow.lobster"),
    cwd: test.folder,
    ...(args === undefined ? {} : { args }),
  });
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${JSON.stringify(report)}`);
  return report.gate;
}

function child(command: string): string {
  return `steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: '${command}'}\n`;
}

describe("an argument that looks like a reference", () => {
  const text = `
args: {env: {default: none}}
steps:
  - {id: plan, run: "printf '%s' '{\\"env\\":\\"staging\\"}'"}
  - {id: gate, approval: {prompt: "Deploy to \${env}?", items: ["\${env}"], preview: "to \${env}"}}
  - {id: deploy, run: 'printf %s "\${env}"'}
`;

  it.each(["$plan.json.env", "production$plan.json.nothing"])(
    "is shown at the gate as the command gets it: %j",
    async (env) => {
      const test = makeRuntime({ "workflow.lobster": text });
      const gate = await openGate(test, { env });
      await test.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" } });
      // The command gets the argument's own text ...
      expect(await test.runtime.execute(gate.runId)).toMatchObject({ kind: "finished", output: [env] });
      // ... so that is what the card has to say.
      expect(gate.request).toMatchObject({ prompt: `Deploy to ${env}?`, items: [env], preview: `to ${env}` });
    },
  );
});

describe("a step whose output has a member called prompt", () => {
  it("does not empty the card of a gate that has a prompt of its own", async () => {
    const test = makeRuntime({
      "workflow.lobster": `
steps:
  - {id: plan, run: cat plan.json, approval: "Deploy this?"}
  - {id: deploy, stdin: $plan.json.targets, run: cat}
`,
      "plan.json": '{"prompt":"x","targets":["production"]}',
    });
    const { request } = await openGate(test);
    expect(request.prompt).toBe("Deploy this?");
    expect(JSON.stringify(request)).toContain("production");
  });
});

describe("the digest of a gate", () => {
  it("covers what the gate's own step produced, which later steps run with", async () => {
    const test = makeRuntime({
      "workflow.lobster": `
steps:
  - {id: plan, run: cat target, approval: {prompt: "Deploy?", items: [app], preview: the app}}
  - {id: deploy, stdin: $plan.stdout, run: cat}
`,
      target: "staging",
    });
    const first = await openGate(test);
    writeFileSync(test.path("target"), "production");
    const second = await openGate(test);
    expect(second.digest).not.toBe(first.digest);
  });

  it("covers the sub-workflow that is running, also one whose path a step chose", async () => {
    const test = makeRuntime({
      "workflow.lobster":
        "steps:\n  - {id: choose, run: printf child.lobster}\n  - {id: call, workflow: $choose.stdout}\n",
      "child.lobster": child("echo harmless"),
    });
    const first = await openGate(test);
    writeFileSync(test.path("child.lobster"), child("echo something else"));
    const second = await openGate(test);
    expect(second.digest).not.toBe(first.digest);
  });
});

describe("a sub-workflow whose path a step chose", () => {
  it("stays what it was when its step is tried again after its gate", async () => {
    const test = makeRuntime({
      "workflow.lobster": `
steps:
  - {id: choose, run: printf child.lobster}
  - {id: call, workflow: $choose.stdout, retry: {max: 2, delay_ms: 0}}
`,
      "child.lobster": "steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: 'echo v1 >> log; exit 1'}\n",
    });
    const gate = await openGate(test);
    writeFileSync(test.path("child.lobster"), "steps:\n  - {id: deploy, run: 'echo never approved'}\n");
    await test.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" } });
    const report = await test.runtime.execute(gate.runId);
    expect(report).not.toMatchObject({ kind: "finished", output: ["never approved\n"] });
    expect(report.kind).toBe("waiting");
  });
});

describe("a gate answered at the terminal", () => {
  it("shows the preview beside the items", async () => {
    const test = makeRuntime({
      "workflow.lobster":
        "steps:\n  - {id: gate, approval: {prompt: Go?, items: [one], preview: drops the database}}\n",
    });
    const env = { LOBSTER_STATE_DIR: test.path("state") };
    const { stderr } = await callCli(["run", "workflow.lobster"], { cwd: test.folder, env, typed: ["n"] });
    expect(stderr).toContain("one");
    expect(stderr).toContain("drops the database");
  });

  it("names everybody who is excluded, not only one of them", async () => {
    const test = makeRuntime({
      "workflow.lobster":
        "steps:\n  - {id: gate, approval: {prompt: Go?, initiated_by: author, require_different_approver: true}}\n",
    });
    const env = { LOBSTER_STATE_DIR: test.path("state"), LOBSTER_APPROVAL_INITIATED_BY: "starter-1" };
    const { stderr } = await callCli(["run", "workflow.lobster"], { cwd: test.folder, env, typed: ["n"] });
    expect(stderr).toContain("author");
    expect(stderr).toContain("starter-1");
  });
});
