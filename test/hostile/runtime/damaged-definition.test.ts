import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

async function run(test: TestRuntime) {
  const { id } = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  return await test.runtime.execute(id);
}

it.each([
  ["is empty, as a power cut may leave it", () => ""],
  ["was changed", (text: string) => text.replace("echo", "reboot")],
])("a workflow can be started again although its stored definition %s", async (_name, damage) => {
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: call, workflow: child.lobster}\n",
    "child.lobster": "steps:\n  - {id: a, run: echo a}\n",
  });
  const { digest, children } = await test.runtime.load(test.path("workflow.lobster"));
  expect(await run(test)).toMatchObject({ kind: "finished" });
  for (const one of [digest, ...[...children.values()].map((child) => child.digest)]) {
    const file = test.path(`state/definition_${one}.json`);
    writeFileSync(file, damage(readFileSync(file, "utf8")));
  }
  expect(await run(test)).toMatchObject({ kind: "finished", output: ["a\n"] });
});
