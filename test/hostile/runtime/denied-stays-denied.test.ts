import { existsSync, mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import type { Decision } from "../../../src/runtime/runtime.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

it.each<Decision>([{ kind: "deny" }, { kind: "cancel" }])(
  "a run that is ended by $kind while its gate is being opened again stays ended",
  async (decision) => {
    // The approved step cannot start, because its directory is missing: the gate opens again (fault W17).
    const test = makeRuntime({
      "workflow.lobster":
        "steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, cwd: later, run: 'touch ../deployed'}\n",
    });
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    const report = await test.runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    const { key, token } = report.gate;
    await test.runtime.decide({ gate: { token }, decision: { kind: "approve" } });

    // Somebody decides between the two writes of opening it again: the gate is open, the run does not say so yet.
    const store: StateStore = {
      ...test.host.store,
      replace: async (name, ...rest) => {
        const outcome = await test.host.store.replace(name, ...rest);
        if (name === key) await test.runtime.decide({ gate: { token }, decision, by: { person: "bob" } });
        return outcome;
      },
    };
    await createRuntime({ ...test.host, store }).execute(run.id);
    mkdirSync(test.path("later"));
    await test.runtime.execute(run.id);
    expect(existsSync(test.path("deployed"))).toBe(false);
    expect(await test.runtime.readRun(run.id)).toMatchObject({ status: "over", outcome: { by: "bob" } });
  },
);
