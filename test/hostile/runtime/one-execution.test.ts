import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

/** A store whose first access to a key lets something else happen before it. */
function interrupted(
  store: StateStore,
  at: "read" | "replace",
  key: string,
  happen: () => Promise<unknown>,
): StateStore {
  let waiting = true;
  const once = async (name: string): Promise<void> => {
    if (!waiting || name !== key) return;
    waiting = false;
    await happen();
  };
  return {
    ...store,
    read: async (name) => {
      if (at === "read") await once(name);
      return await store.read(name);
    },
    replace: async (name, ...rest) => {
      if (at === "replace") await once(name);
      return await store.replace(name, ...rest);
    },
  };
}

it("a process that read a queued run before another one brought it to its gate does not begin it again", async () => {
  const test = makeRuntime({
    "workflow.lobster": "steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: g, approval: Go?}\n",
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const slow = createRuntime({
    ...test.host,
    store: interrupted(test.host.store, "replace", runKey(run.id), () => test.runtime.execute(run.id)),
  });
  await slow.execute(run.id);
  expect(readFileSync(test.path("log"), "utf8")).toBe("a");
});

it("a process that read a run before another one carried out its approval does not carry it out again", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: g, approval: Go?}\n  - {id: deploy, run: 'printf d >> log'}\n  - {id: second, approval: More?}\n",
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
  const slow = createRuntime({
    ...test.host,
    store: interrupted(test.host.store, "read", report.gate.key, () => test.runtime.execute(run.id)),
  });
  await slow.execute(run.id);
  expect(readFileSync(test.path("log"), "utf8")).toBe("d");
  expect(await test.runtime.readRun(run.id)).toMatchObject({ status: "waiting" });
});
