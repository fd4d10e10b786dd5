import { afterEach, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("no copy of a card goes on saying that it waits, however often the card was asked for again", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  await stage.act({ kind: "command", name: "pending", from: "102" });
  const list = platform.messages.findLast(({ content }) =>
    content.buttons?.flat().some(({ label }) => label.startsWith("Show")),
  );
  const show = list?.content.buttons?.flat()[0]?.payload ?? "";
  for (let n = 0; n < 6; n += 1) await stage.act({ kind: "press", payload: show, from: "102" });
  const copies = platform.messages.filter((message) =>
    /Deploy 3 services\?\n  •|This card moved/.test(platform.textOf(message)),
  );
  expect(copies).toHaveLength(7);
  const newest = copies.at(-1);
  if (newest === undefined) throw new Error("no card");
  const payload = payloadOf(newest, "Approve");
  const answer = await stage.act({ kind: "press", payload, message: newest.ref, from: "102" });
  expect(answer.text).toBe("Approved. The run goes on.");
  expect(copies.filter((copy) => platform.textOf(copy).includes("Waiting for approval"))).toEqual([]);
});

const asking = (what: string): string => `steps:\n  - id: gate\n    approval: { prompt: "Release ${what}?" }\n`;

it("a message that belongs to another card is never taken for a lost copy, whatever payload is sent for it", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "one.lobster": asking("one"), "two.lobster": asking("two") } });
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  let sends = 0;
  platform.afterSend = () => {
    sends += 1;
    // The card of the gate, after the one of the run.
    if (sends === 1) platform.sendFaults.push({ outcome: { kind: "unknown", detail: "cut" }, act: false });
  };
  await stage.act({ kind: "command", name: "run", rest: "one", from: "101" });
  const other = stage.find("Release two?");
  const card = stage.find("Release one?");
  const payload = payloadOf(card, "Details");
  await stage.act({ kind: "press", payload, message: other.ref, from: "103" });
  await stage.act({ kind: "press", payload: payloadOf(card, "Deny"), from: "103" });
  await stage.act({ kind: "press", payload: payloadOf(stage.find("deny one"), "Deny"), from: "103" });
  expect(platform.textOf(other)).toContain("Release two?");
  expect(platform.textOf(other)).toContain("Waiting for approval");
});

it("a card whose sending seemed lost tells the decision as soon as somebody presses it, however late", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  let sends = 0;
  platform.afterSend = () => {
    sends += 1;
    // The card of the gate, after the one of the run.
    if (sends === 1) platform.sendFaults.push({ outcome: { kind: "unknown", detail: "cut" }, act: true });
  };
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  const copies = platform.messages.filter((message) => /Deploy 3 services\?\n  •/.test(platform.textOf(message)));
  const [lost, card] = copies;
  if (lost === undefined || card === undefined) throw new Error(JSON.stringify(stage.texts(), null, 1));
  await stage.act({ kind: "command", name: "pending", from: "102" });
  const list = platform.messages.findLast(({ content }) =>
    content.buttons?.flat().some(({ label }) => label.startsWith("Show")),
  );
  await stage.act({ kind: "press", payload: list?.content.buttons?.flat()[0]?.payload ?? "", from: "102" });
  await stage.act({ kind: "press", payload: payloadOf(card, "Approve"), message: card.ref, from: "102" });
  expect(platform.textOf(card)).not.toContain("Waiting for approval");
  expect(platform.textOf(lost)).toContain("Waiting for approval");
  const answer = await stage.act({
    kind: "press",
    payload: payloadOf(lost, "Approve"),
    message: lost.ref,
    from: "102",
  });
  expect(answer.text).not.toBe("");
  await stage.bot.idle();
  expect(platform.textOf(lost)).toBe(platform.textOf(card));
});
