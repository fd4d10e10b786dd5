import { readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { makeRuntime } from "../../helpers/runtime.ts";

it("what a step prints takes about its own size in the store, however deep it is nested", async () => {
  const depth = 300;
  const leaves = 40_000;
  const deep = `${"[".repeat(depth)}${"1,".repeat(leaves - 1)}1${"]".repeat(depth)}`;
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: deep, run: cat deep}\n  - {id: gate, approval: Go?}\n",
    deep,
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "waiting" });
  const state = test.path("state");
  const sizes = readdirSync(state).map((name) => statSync(`${state}/${name}`).size);
  expect(Math.max(...sizes)).toBeLessThan(20 * deep.length);
});
