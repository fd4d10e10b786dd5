import { afterEach, describe, expect, it } from "vitest";
import { encodeButton } from "../../../src/bot/buttons.ts";
import { gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const TWO = gated("{ prompt: Release it?, approvers: [group:release], quorum: 2 }");

/** A button of a card that showed another content of the same gate. */
const stale = async (action: string): Promise<string> => {
  const { key: gateKey, runId } = await scene.gate();
  const { buttons } = scene.stage.bot.core;
  return encodeButton(action, await buttons.keep({ kind: "gate", runId, gateKey, digest: "0".repeat(64) }));
};

describe("a press on a card that showed another content", () => {
  it.each(["approve", "withdraw"])("decides nothing, and names the digest of the present one: %s", async (action) => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    const { digest, votes } = await scene.gate();
    const who = action === "approve" ? "bob" : "ann";
    expect(await scene.pressPayload(who, await stale(action))).toBe(
      `The content changed since this card was shown: its digest is ${digest.slice(0, 12)} now. Look at the newest card.`,
    );
    expect(scene.card()).toContain(`Digest ${digest.slice(0, 12)}\n`);
    expect((await scene.gate()).votes).toEqual(votes);
  });

  it("denies nothing either", async () => {
    scene = await openScene(TWO);
    await scene.pressPayload("ann", await stale("deny"));
    expect(await scene.press("ann", "Deny")).toContain("The content changed since this card was shown");
    expect((await scene.gate()).state).toBe("open");
  });

  it("is not asked for a reason or a text: nothing could come of it", async () => {
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release], confirm: GO }"));
    const before = scene.telegram.messages.length;
    expect(await scene.pressPayload("ann", await stale("approve"))).toContain("The content changed");
    expect(scene.telegram.messages).toHaveLength(before);
  });
});
