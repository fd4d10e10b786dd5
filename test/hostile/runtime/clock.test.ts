import { expect, it } from "vitest";
import { systemClock } from "../../../src/runtime/system.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

it("a wall clock that jumps while a step runs does not use up the run's time: its gate can still be passed", async () => {
  let offset = 0;
  const clock = { ...systemClock, now: () => Date.now() + offset };
  const test = makeRuntime(
    {
      "workflow.lobster":
        "steps:\n  - {id: work, run: 'true'}\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: echo deployed}\n",
    },
    { clock },
  );
  const run = await test.runtime.start({
    filePath: test.path("workflow.lobster"),
    cwd: test.folder,
    timeoutMs: 3_600_000,
  });
  const report = await test.runtime.execute(run.id, {
    onEvent: (event) => {
      if (event.kind === "step_started" && event.stepId === "work") offset = 2 * 3_600_000;
    },
  });
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${report.kind}`);
  await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
  expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "finished", output: ["deployed\n"] });
});
