import { afterEach, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it.each(["q", "qopen", "qform", "qchoose"])(
  "an approval is no question: a payload that takes it for one is answered (%s)",
  async (action) => {
    const platform = createFakePlatform();
    stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const payload = payloadOf(stage.find("Deploy 3 services?"), "Approve").replace("approve", action);
    for (const event of [
      { kind: "press", payload } as const,
      { kind: "choice", payload, values: ["0"] } as const,
      { kind: "form", payload, values: {} } as const,
    ]) {
      const answer = await stage.act({ ...event, from: "102" });
      expect(answer.text).toBe("This button is no longer valid.");
    }
    expect((await stage.runtime.listRuns()).runs.map(({ status }) => status)).toEqual(["waiting"]);
  },
);

it.each(["approve", "deny", "details"])("a button's payload decides nothing with a choice (%s)", async (action) => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  const payload = payloadOf(stage.find("Deploy 3 services?"), "Approve").replace("approve", action);
  const before = stage.texts();
  for (const values of [[], ["0"], [payload]]) {
    const answer = await stage.act({ kind: "choice", payload, values, from: "102" });
    expect(answer.text).toBe("This button is no longer valid.");
  }
  expect(stage.texts()).toEqual(before);
  expect((await stage.runtime.listRuns()).runs.map(({ status }) => status)).toEqual(["waiting"]);
});

it("a payload with an action that no button of a run has changes nothing", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  const id = /run ([0-9A-Z]{8})/.exec(stage.texts()[0] ?? "")?.[1] ?? "";
  await stage.act({ kind: "command", name: "cancel", rest: id, from: "101" });
  const payload = payloadOf(stage.find("Dev lead,"), "Keep it").replace("cancelkeep", "keepitall");
  const answer = await stage.act({ kind: "press", payload, from: "101" });
  expect(answer.text).toBe("This button is no longer valid.");
  expect((await stage.runtime.listRuns()).runs.map(({ status }) => status)).toEqual(["waiting"]);
});
