import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import type { Decision, RunReport } from "../../../src/runtime/runtime.ts";
import { systemClock } from "../../../src/runtime/system.ts";
import { resumeToEnvelope } from "../../../src/runtime/tool.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

const APPROVAL = "steps:\n  - {id: g, approval: Go?}\n  - {id: deploy, run: 'touch deployed'}\n";
const QUESTION =
  "steps:\n  - {id: g, input: {prompt: Go?, responseSchema: {type: string}}}\n  - {id: deploy, run: 'touch deployed'}\n";

/** A minute ago, so that what is decided counts as left behind by a process that died. */
const earlier = { ...systemClock, now: () => Date.now() - 60_000 };

/** A run whose decision was stored, and whose decider died before anything of it was executed. */
async function strand(text: string, decision: Decision): Promise<{ test: TestRuntime; token: string }> {
  const test = makeRuntime({ "workflow.lobster": text }, { clock: earlier });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const report: RunReport = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  const { token } = report.gate;
  expect(await test.runtime.decide({ gate: { token }, decision })).toMatchObject({ kind: "accepted" });
  return { test, token };
}

it.each<[string, string, Decision, Decision]>([
  ["a deny after an approve", APPROVAL, { kind: "approve" }, { kind: "deny" }],
  ["a cancel after an approve", APPROVAL, { kind: "approve" }, { kind: "cancel" }],
  ["a cancel after an answer", QUESTION, { kind: "answer", response: "yes" }, { kind: "cancel" }],
  ["another answer", QUESTION, { kind: "answer", response: "production" }, { kind: "answer", response: "staging" }],
])("%s never carries out what an anonymous decider left behind", async (_name, text, stored, later) => {
  const { test, token } = await strand(text, stored);
  const runtime = createRuntime({ ...test.host, clock: systemClock });
  await resumeToEnvelope(runtime, { gate: { token }, decision: later }, { environment: test.host.environment });
  expect(existsSync(test.path("deployed"))).toBe(false);
});

it("resume --approve no never runs a step", async () => {
  const { test, token } = await strand(APPROVAL, { kind: "approve" });
  const env = { LOBSTER_STATE_DIR: test.path("state") };
  await callCli(["resume", "--token", token, "--approve", "no"], { cwd: test.folder, env });
  expect(existsSync(test.path("deployed"))).toBe(false);
});
