import { describe, expect, it } from "vitest";
import { makeRuntime } from "../../helpers/runtime.ts";

describe("an approval behind which nothing could be started", () => {
  it.each([
    [
      "a program of a pipeline that is not installed",
      { pipeline: "exec echo x | approve | exec no-such-program-here" },
    ],
  ])("leaves its gate open: %s", async (_name, request) => {
    const test = makeRuntime({});
    const run = await test.runtime.start({ ...request, cwd: test.folder });
    const report = await test.runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
    expect(await test.runtime.execute(run.id)).toMatchObject({
      kind: "failed",
      error: { code: "not_started" },
      reopened: { key: report.gate.key },
    });
  });

  it("leaves its gate open: a pipeline step whose directory is missing", async () => {
    const test = makeRuntime({
      "workflow.lobster": "steps:\n  - {id: g, approval: Go?}\n  - {id: s, cwd: later, pipeline: exec pwd}\n",
    });
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    const report = await test.runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
    expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "failed", reopened: { key: report.gate.key } });
  });
});
