import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { createFakePlatform, type FakeMessage } from "../../fakes/fake-adapter.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const ONE_GATE = `
steps:
  - id: gate
    approval: Deploy?
  - id: deploy
    run: echo deployed
`;

it("a press that comes before the execution that opened the gate is over is carried out at once", async () => {
  const platform = createFakePlatform();
  const pressed = new AbortController();
  stage = await openStage({
    platform,
    files: { "one-gate.lobster": ONE_GATE },
    wrap: (runtime) => ({
      ...runtime,
      // Somebody sees the card and presses before this returns.
      execute: async (...call) => {
        const report = await runtime.execute(...call);
        if (report.run.status === "waiting") await once(pressed.signal, "abort");
        return report;
      },
    }),
  });
  const card = (): FakeMessage | undefined =>
    platform.messages.find(({ content }) => content.buttons?.flat().some(({ label }) => label === "Approve"));
  await platform.deliver({ kind: "command", name: "run", rest: "one-gate", from: "101" });
  await until(async () => {
    for (const { id } of (await stage.runtime.listRuns()).runs) await stage.bot.core.keeper.refresh(id);
    return card() !== undefined;
  }, 3_000);
  const shown = card();
  if (shown === undefined) throw new Error("the card is not there");
  await platform.deliver({ kind: "press", payload: payloadOf(shown, "Approve"), from: "102" });
  pressed.abort();
  await until(() => Promise.resolve(stage.texts().some((text) => text.includes("Finished"))), 3_000);
  expect(stage.texts().join("\n")).toContain("Finished");
});
