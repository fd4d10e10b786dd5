import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import type { RunReport } from "../../../src/runtime/runtime.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

/** Starts the workflow; a file that is refused as it loads has not run either. */
async function runOrRefuse(test: TestRuntime): Promise<RunReport | "refused"> {
  try {
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    return await test.runtime.execute(run.id);
  } catch {
    return "refused";
  }
}

async function approve(test: TestRuntime, gate: GateDocument): Promise<RunReport> {
  await test.runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" } });
  return await test.runtime.execute(gate.runId);
}

describe("a gate inside a sub-workflow", () => {
  it.each([
    [
      "on_error: continue of the calling step",
      "{id: call, workflow: child.lobster, on_error: continue}",
      "{id: prepare, run: 'exit 1'}",
    ],
    [
      "on_error: skip_rest of a step before it",
      "{id: call, workflow: child.lobster}",
      "{id: prepare, run: 'exit 1', on_error: skip_rest}",
    ],
  ])("is not gone around by %s", async (_name, call, prepare) => {
    const test = makeRuntime({
      "workflow.lobster": `steps:\n  - ${call}\n  - {id: deploy, run: 'touch deployed'}\n`,
      "child.lobster": `steps:\n  - ${prepare}\n  - {id: gate, approval: Go?}\n`,
    });
    await runOrRefuse(test);
    expect(existsSync(test.path("deployed"))).toBe(false);
  });

  it("does not give its step more attempts than retry.max", async () => {
    const test = makeRuntime({
      "workflow.lobster": "steps:\n  - {id: call, workflow: child.lobster, retry: {max: 2, delay_ms: 0}}\n",
      "child.lobster": "steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: 'printf d >> log; exit 1'}\n",
    });
    let report = await runOrRefuse(test);
    for (let approvals = 0; approvals < 3; approvals += 1) {
      if (report === "refused" || report.kind !== "waiting") break;
      report = await approve(test, report.gate);
    }
    expect(readFileSync(test.path("log"), "utf8")).toBe("dd");
    expect(report).toMatchObject({ kind: "failed" });
  });
});
