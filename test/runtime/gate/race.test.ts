import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeRuntime } from "../../helpers/runtime.ts";

const ROUNDS = 50;
const WORKFLOW =
  "args: {n: {default: '0'}}\nsteps:\n  - {id: g, approval: Go?}\n  - {id: e, run: 'echo $LOBSTER_ARG_N >> effects'}\n";

async function startChild(stateDirectory: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "race-child.mjs"), [stateDirectory], { stdio: "inherit" });
  onTestFinished(() => void child.kill());
  await once(child, "message");
  return child;
}

it("two processes that resume the same token at the same instant: one wins, the effect happens once, 50 times", async () => {
  const test = makeRuntime({ "workflow.lobster": WORKFLOW });
  const children = await Promise.all([startChild(test.path("state")), startChild(test.path("state"))]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const run = await test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      args: { n: String(round) },
    });
    const report = await test.runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    const answers = children.map(async (child) => ((await once(child, "message")) as [Record<string, unknown>])[0]);
    for (const child of children) child.send(report.gate.token);
    const envelopes = await Promise.all(answers);
    expect(envelopes.filter((envelope) => envelope["ok"] === true)).toHaveLength(1);
    expect(envelopes.filter((envelope) => envelope["ok"] === false)).toMatchObject([
      { error: { message: "Workflow resume state not found", code: "already_decided" } },
    ]);
  }
  const effects = readFileSync(test.path("effects"), "utf8").trim().split("\n");
  expect(effects).toEqual(Array.from({ length: ROUNDS }, (_, round) => String(round)));
}, 60_000);
