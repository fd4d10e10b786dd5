import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;
let platform: FakePlatform;
let clock: ManualClock;

const open = async (): Promise<void> => {
  clock = createManualClock();
  platform = createFakePlatform();
  stage = await openStage({ platform, clock, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
};

afterEach(async () => {
  const stopped = stage.stop();
  await clock.jump(60_000);
  await stopped;
});

const isOver = async (): Promise<boolean> =>
  (await stage.runtime.listRuns()).runs.every(({ status }) => status === "over");

describe("an outage of the platform while a run ends", () => {
  it("leaves no card that says otherwise for ever: it is edited when the platform is back", async () => {
    await open();
    const card = stage.find("Deploy 3 services?");
    for (let n = 0; n < 500; n += 1)
      platform.updateFaults.push({ outcome: { kind: "unknown", detail: "down" }, act: false });
    await platform.deliver({ kind: "press", payload: payloadOf(card, "Approve"), message: card.ref, from: "102" });
    expect(await until(isOver)).toBe(true);
    // Two minutes without the platform, then it works again.
    await clock.advance(120_000);
    platform.updateFaults.length = 0;
    await clock.advance(120_000);
    expect(platform.textOf(card)).toMatch(/^✅ Finished/);
  });

  it("is made up for at the next start at the latest", async () => {
    await open();
    const card = stage.find("Deploy 3 services?");
    for (let n = 0; n < 500; n += 1)
      platform.updateFaults.push({ outcome: { kind: "unknown", detail: "down" }, act: false });
    await platform.deliver({ kind: "press", payload: payloadOf(card, "Approve"), message: card.ref, from: "102" });
    expect(await until(isOver)).toBe(true);
    await clock.advance(120_000);
    platform.updateFaults.length = 0;
    const { store, workspace } = stage;
    const stopped = stage.bot.stop({ graceMs: 0 });
    await clock.jump(60_000);
    await stopped;
    stage = await openStage({ platform, clock, store, workspace, files: {} });
    await clock.advance(5_000);
    expect(platform.textOf(card)).toMatch(/^✅ Finished/);
  });
});
