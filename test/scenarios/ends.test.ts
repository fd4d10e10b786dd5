import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { OPEN_GATE } from "./workflows.ts";

const HOUR_MS = 3_600_000;
const APPROVED = "Approved. The run goes on.";

onEveryPlatform("time and endings", { workflows: { "open-gate": OPEN_GATE } }, (scenario) => {
  scenario("a clock that jumps changes nothing about a gate, unless it jumps past its end", async (scene) => {
    for (const [mark, ms] of [
      ["forward", HOUR_MS],
      ["back", -30 * HOUR_MS],
    ] as const) {
      const card = await scene.openGate(scene.place(), `open-gate mark=${mark}`);
      await scene.bot().jumpClock(ms);
      expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
      await scene.waitForText(card, /^✅ Finished/);
      expect(await scene.lines(`acted-${mark}.txt`)).toEqual(["release-manager"]);
    }
    const card = await scene.openGate(scene.place(), "open-gate mark=expired");
    expect(card.text).toContain("Expires ");
    await scene.bot().jumpClock(25 * HOUR_MS);
    await scene.waitForText(card, /^⌛ Expired/);
    expect(await scene.press("release-manager", card, "Approve")).toMatch(/^(Expired|It expired)/);
    expect(await scene.lines("acted-expired.txt")).toEqual([]);
  });

  scenario(
    "a bot that is asked to end does so with code 0, and the gate is there after the next start",
    async (scene) => {
      const card = await scene.openGate(scene.place(), "open-gate mark=ended");
      await scene.press("mallory", card, "Approve");
      expect(await scene.bot().stop()).toEqual({ code: 0, signal: null });
      await scene.detach();
      await scene.start();
      const now = await scene.recall("release-manager", card);
      expect(await scene.press("release-manager", now, "Approve")).toBe(APPROVED);
      await scene.waitForText(now, /^✅ Finished/);
      expect(await scene.lines("acted-ended.txt")).toEqual(["release-manager"]);
    },
  );
});
