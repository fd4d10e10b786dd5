import { existsSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

async function start(test: TestRuntime) {
  return await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
}

it("a run that was cancelled after its approval and before its next step does not run that step", async () => {
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: g, approval: Go?}\n  - {id: deploy, run: 'touch deployed'}\n",
  });
  const run = await start(test);
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
  expect(await test.runtime.cancel(run.id, "alice")).toBe(true);
  await test.runtime.execute(run.id);
  expect(existsSync(test.path("deployed"))).toBe(false);
  expect(await test.runtime.readRun(run.id)).toMatchObject({
    status: "over",
    outcome: { kind: "cancelled", by: "alice" },
  });
});

it("a run that was cancelled while a step ran opens no gate behind that step", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: build, run: 'touch started; while [ ! -e go ] && [ -d $PWD ]; do sleep 0.01; done'}\n  - {id: g, approval: Go?}\n  - {id: deploy, run: 'touch deployed'}\n",
  });
  const run = await start(test);
  const report = await test.runtime.execute(run.id, {
    onEvent: (event) => {
      if (event.kind !== "step_started" || event.stepId !== "build") return;
      // Recorded at once; the step ends long before the executing process looks again.
      void test.runtime.cancel(run.id, "alice").then(() => writeFileSync(test.path("go"), ""));
    },
  });
  expect(report.kind).toBe("cancelled");
  expect(await test.runtime.readRun(run.id)).toMatchObject({ status: "over", outcome: { kind: "cancelled" } });
});
