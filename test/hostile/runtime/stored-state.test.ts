import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import type { RunReport } from "../../../src/runtime/runtime.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

async function run(test: TestRuntime, more: { readonly maxOutputBytes?: number } = {}): Promise<RunReport> {
  const { id } = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder, ...more });
  return await test.runtime.execute(id);
}

async function openGate(test: TestRuntime): Promise<GateDocument> {
  const report = await run(test);
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${JSON.stringify(report)}`);
  return report.gate;
}

it("output nested as deeply as JSON is read never makes a gate that cannot be decided", async () => {
  for (const levels of [998, 999, 1000]) {
    const test = makeRuntime({
      "workflow.lobster": "steps:\n  - {id: gate, run: cat deep, approval: Go?}\n",
      deep: "[".repeat(levels) + "]".repeat(levels),
    });
    const report = await run(test);
    if (report.kind !== "waiting") continue; // refused before anybody was asked
    const decided = await test.runtime
      .decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } })
      .catch((thrown: unknown) => ({ kind: String(thrown) }));
    expect(decided.kind).toBe("accepted");
  }
});

it("a checkpoint whose cursor names no step of the definition runs nothing", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: gate, approval: Go?}\n  - {id: check, run: 'touch checked'}\n  - {id: deploy, run: 'touch deployed'}\n",
  });
  const gate = await openGate(test);
  const file = test.path(`state/${gate.key}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"stepId": "gate"', '"stepId": "gone"'));
  await test.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" } });
  const report = await test.runtime.execute(gate.runId).catch(() => undefined);
  expect(existsSync(test.path("deployed"))).toBe(false);
  expect(report?.kind).not.toBe("finished");
});

it("what a waiting gate needs is on disk before the gate is, its sub-workflows included", async () => {
  const durable = new Set<string>();
  const written = new Set<string>();
  const missing: string[] = [];
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: call, workflow: child.lobster}\n",
    "child.lobster": "steps:\n  - {id: work, run: echo a}\n  - {id: gate, approval: Go?}\n",
  });
  const note = (key: string, survives: boolean): void => {
    written.add(key);
    if (survives) durable.add(key);
    else durable.delete(key);
  };
  const store: StateStore = {
    ...test.host.store,
    create: async (key, value, options) => {
      if (key.startsWith("workflow_resume_")) missing.push(...[...written].filter((one) => !durable.has(one)));
      note(key, options?.survive === "machine");
      return await test.host.store.create(key, value, options);
    },
    replace: async (key, value, version, options) => {
      note(key, options?.survive === "machine");
      return await test.host.store.replace(key, value, version, options);
    },
    flush: async (keys) => {
      for (const key of keys) durable.add(key);
      await test.host.store.flush(keys);
    },
  };
  const runtime = createRuntime({ ...test.host, store });
  const { id } = await runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  expect(await runtime.execute(id)).toMatchObject({ kind: "waiting" });
  // The run itself is written durably right after its gate.
  expect(missing.filter((key) => !key.startsWith("run_"))).toEqual([]);
});

it("the output cap given when a run starts holds for the steps of a workflow", async () => {
  const test = makeRuntime({ "workflow.lobster": "steps:\n  - {id: noisy, run: 'printf %0100d 7'}\n" });
  expect(await run(test, { maxOutputBytes: 10 })).toMatchObject({ kind: "failed", error: { code: "output_limit" } });
});

it("the stages of a resumed pipeline see who approved and who began it", async () => {
  const test = makeRuntime({});
  const { id } = await test.runtime.start({
    pipeline:
      "exec echo x | approve --prompt ok | exec --shell 'echo $LOBSTER_APPROVAL_APPROVED_BY,$LOBSTER_APPROVAL_INITIATED_BY'",
    cwd: test.folder,
    startedBy: "dev",
  });
  const report = await test.runtime.execute(id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  await test.runtime.decide({
    gate: { token: report.gate.token },
    decision: { kind: "approve" },
    by: { person: "boss" },
  });
  expect(await test.runtime.execute(id)).toMatchObject({ kind: "finished", output: ["boss,dev"] });
});
