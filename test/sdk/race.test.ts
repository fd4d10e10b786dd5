import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { approve, Lobster } from "../../src/sdk/index.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

const ROUNDS = 20;

async function startChild(stateDir: string, effects: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "race-child.mjs"), [stateDir, effects], { stdio: "inherit" });
  onTestFinished(() => void child.kill());
  await once(child, "message");
  return child;
}

it("two processes that resume the same token at the same instant: one goes on, 20 times (fault F13)", async () => {
  const folder = makeFolder();
  const [stateDir, effects] = [join(folder, "state"), join(folder, "effects")];
  const workflow = new Lobster({ stateDir }).pipe(approve()).pipe((items) => items);
  const children = await Promise.all([startChild(stateDir, effects), startChild(stateDir, effects)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const stopped = await workflow.run([round]);
    const answers = children.map(async (child) => ((await once(child, "message")) as [Record<string, unknown>])[0]);
    for (const child of children) child.send(stopped.requiresApproval?.resumeToken ?? "");
    const said = await Promise.all(answers);
    expect(said.filter(({ result }) => result !== undefined)).toMatchObject([{ result: { status: "ok" } }]);
    expect(said.filter(({ error }) => error !== undefined)).toEqual([{ error: "SDK resume state not found" }]);
  }
  expect(readFileSync(effects, "utf8").trim().split("\n")).toEqual(
    Array.from({ length: ROUNDS }, (_, round) => String(round)),
  );
}, 60_000);
