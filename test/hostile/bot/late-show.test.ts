import { afterEach, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("a card that is shown again after its run was over says how it ended, also when the bot stops meanwhile", async () => {
  const platform = createFakePlatform({ limits: { losesMessages: true } });
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  const card = stage.find("Deploy 3 services?");
  await stage.act({ kind: "command", name: "pending", from: "102" });
  const list = platform.messages.findLast(({ content }) =>
    content.buttons?.flat().some(({ label }) => label.startsWith("Show")),
  );
  const show = list?.content.buttons?.flat()[0]?.payload ?? "";
  await stage.act({ kind: "press", payload: payloadOf(card, "Approve"), from: "102" });
  const before = platform.messages.length;
  for (let n = 0; n < 50; n += 1) platform.updateFaults.push({ outcome: "throw", act: false });
  await platform.deliver({ kind: "press", payload: show, from: "102" });
  await expect.poll(() => platform.messages.length).toBe(before + 1);
  await expect.poll(() => platform.updateFaults.length).toBeLessThan(50);
  const { store, workspace } = stage;
  await stage.bot.stop({ graceMs: 0 });
  platform.updateFaults.length = 0;
  stage = await openStage({ platform, files: {}, store, workspace });
  await stage.bot.idle();
  const [copy] = platform.messages.slice(before);
  expect(copy === undefined ? "" : platform.textOf(copy)).toBe(platform.textOf(card));
});
