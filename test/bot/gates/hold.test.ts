import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { CAST, gated, MINUTE, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const HELD = gated("{ prompt: Release it?, approvers: [group:release], quorum: 2, hold: 10m, expires_in: 1h }");

const approveTwice = async (): Promise<string> => {
  scene = await openScene(HELD);
  await scene.press("ann", "Approve");
  return await scene.press("bob", "Approve", "discord");
};

describe("a gate with a hold", () => {
  it("says on every copy when the run goes on, counts down, and then goes on by itself", async () => {
    expect(await approveTwice()).toBe(
      "Approved. It can be withdrawn until 2023-11-14 22:23 UTC, then the run goes on.",
    );
    for (const where of ["telegram", "discord"] as const) {
      expect(scene.card(where)).toMatch(/^⏸️ Approved; on hold\n/);
      expect(scene.card(where)).toContain("2 of 2 approvals: Ann and Bob\n");
      expect(scene.card(where)).toContain("The run goes on at 2023-11-14 22:23 UTC (at most 10 min from now)");
      expect(labels(where)).toEqual(["Deny", "Details", "Withdraw", "Cancel the run"]);
    }
    await scene.wait(7 * MINUTE);
    expect(scene.card()).toContain("(at most 3 min from now)");
    expect(await scene.done()).toEqual([]);
    await scene.wait(3 * MINUTE + 1_000);
    expect(await scene.done()).toEqual(["bob"]);
    expect(scene.card()).toMatch(/^✅ Finished in .+\nApproved by Ann and Bob, /);
  });

  it("does not expire once its votes are complete, however late the bot looks", async () => {
    await approveTwice();
    await scene.wait(3 * 60 * MINUTE);
    expect(await scene.done()).toEqual(["bob"]);
    expect((await scene.gate()).decision?.kind).toBe("approve");
  });

  it("waits for votes again when one is withdrawn in time", async () => {
    await approveTwice();
    expect(await scene.press("ann", "Withdraw")).toBe("Your approval is withdrawn.");
    expect(scene.card()).toContain("⏳ Waiting for approval: 1 of 2\n");
    expect(scene.card()).toContain("1 of 2 approvals: Bob\nStill needed: somebody of group release\nWithdrawn: Ann\n");
    await scene.wait(11 * MINUTE);
    expect(await scene.done()).toEqual([]);
  });

  it("answers a further approve, and a withdrawal that comes too late", async () => {
    await approveTwice();
    const withdraw = payloadOf(scene.message(), "Withdraw");
    const approve = withdraw.replace("withdraw", "approve");
    expect(await scene.pressPayload("ann", approve)).toBe(
      "It is approved already and on hold until 2023-11-14 22:23 UTC.",
    );
    await scene.wait(10 * MINUTE - 10_000);
    // Between two looks of the bot.
    await scene.clock.jump(15_000);
    expect(await scene.pressPayload("ann", withdraw)).toBe(
      "Refused: its hold is over, so it cannot be withdrawn any more.",
    );
    await scene.wait(MINUTE);
    expect(await scene.done()).toEqual(["bob"]);
  });

  it("can be denied and cancelled until it is over", async () => {
    await approveTwice();
    const id = /approval id ([0-9a-f]{8})/.exec(scene.card())?.[1] ?? "";
    expect(await scene.say("eve", `/deny ${id} wrong tag`)).toBe("Denied. The run is over.");
    await scene.wait(11 * MINUTE);
    expect(await scene.done()).toEqual([]);
    expect(scene.card()).toMatch(/^⛔ Denied\nDenied by Eve, .+\nReason: wrong tag\n/);
  });

  it("does not go on when somebody who approved is not among the approvers any more, and says so", async () => {
    await approveTwice();
    await scene.restart({ people: CAST.map((one) => (one.id === "ann" ? { ...one, groups: [] } : one)) });
    await scene.wait(11 * MINUTE);
    expect(await scene.done()).toEqual([]);
    expect(scene.card()).toContain("⏳ Waiting for approval: 1 of 2\n");
    expect(scene.card()).toContain("Dropped, for they may not approve any more: Ann\n");
    const told = scene.telegram.messages.map(scene.telegram.textOf).filter((text) => text.includes("does not go on"));
    expect(told).toEqual([
      expect.stringMatching(
        /^release · run [0-9A-Z]{8} does not go on: Ann may not approve any more, and 1 more approval is needed\.$/,
      ),
    ]);
  });

  it("ends at its time, also on a clock that was set back, and not before on one that jumps", async () => {
    scene = await openScene(HELD);
    scene.clock.set(-60 * MINUTE);
    await scene.press("ann", "Approve");
    await scene.press("bob", "Approve");
    scene.clock.set(-5 * MINUTE);
    await scene.wait(14 * MINUTE);
    expect(await scene.done()).toEqual([]);
    await scene.wait(MINUTE + 1_000);
    expect(await scene.done()).toEqual(["bob"]);
  });
});

const labels = (where: "telegram" | "discord"): readonly string[] =>
  (scene.message(where).content.buttons ?? []).flat().map(({ label }) => label);
