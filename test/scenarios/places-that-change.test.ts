import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { readApprovalId, readRunId } from "./scene/read-card.ts";
import type { Seen } from "./venue/venue.ts";
import { DEPLOY, OPEN_GATE } from "./workflows.ts";

const APPROVED = "Approved. The run goes on.";

const isList = ({ text }: Seen): boolean => text.startsWith("You can act on:");

onEveryPlatform("a place that changes", { workflows: { deploy: DEPLOY, "open-gate": OPEN_GATE } }, (scenario) => {
  scenario(
    "a card that was deleted is found by its id, and its end is told in one new message",
    ["deletion"],
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "deploy mark=deleted");
      scene.remove(card);
      const list = await scene.ask("release-manager", place, "/pending", isList);
      expect(list.text).toContain(readApprovalId(card));
      expect(await scene.say("release-manager", place, `/approve ${readApprovalId(card)}`)).toBe(APPROVED);
      const isEnd = ({ text }: Seen): boolean =>
        text.startsWith("✅ Finished") && text.includes("Deploy 3 services?") && text.includes(readRunId(card));
      await scene.waitUntil(() => scene.messages(place).some(isEnd), "the end of the run");
      await scene.settle(place);
      expect(scene.messages(place).filter(isEnd)).toHaveLength(1);
      expect(await scene.lines("deployed-deleted.txt")).toEqual(["release-manager"]);
    },
  );

  scenario("a card that was deleted can still be pressed by somebody who sees it", ["deletion"], async (scene) => {
    const card = await scene.openGate(scene.place(), "deploy mark=ghost");
    await scene.waitUntilNoted(card);
    scene.remove(card);
    expect(await scene.press("teammate", card, "Approve")).toMatch(/^Refused/);
    expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
    expect(await scene.waitForLines("deployed-ghost.txt", 1)).toEqual(["release-manager"]);
  });

  scenario(
    "a bot that is thrown out while a gate waits decides nothing, and goes on when it is back",
    ["expulsion"],
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "deploy mark=thrown-out");
      await scene.waitUntilNoted(card);
      scene.shutOut(place, true);
      await scene.settle(scene.place());
      expect(scene.look(card)?.text).toMatch(/^⏳/);
      scene.shutOut(place, false);
      expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
      await scene.waitForText(card, /^✅ Finished/);
      expect(await scene.lines("deployed-thrown-out.txt")).toEqual(["release-manager"]);
    },
  );

  scenario(
    "a person who takes no messages holds up nobody, and finds the gate open again later",
    ["expulsion"],
    async (scene) => {
      const own = scene.direct("dev-lead");
      const card = await scene.openGate(own, "open-gate mark=own");
      await scene.waitUntilNoted(card);
      scene.shutOut(own, true);
      const other = await scene.openGate(scene.place(), "open-gate mark=other");
      expect(await scene.press("release-manager", other, "Approve")).toBe(APPROVED);
      scene.shutOut(own, false);
      expect(await scene.press("dev-lead", card, "Approve")).toBe(APPROVED);
      await scene.waitForText(card, /^✅ Finished/);
      expect(await scene.lines("acted-own.txt")).toEqual(["dev-lead"]);
    },
  );
});
