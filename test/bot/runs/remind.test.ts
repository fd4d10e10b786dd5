import { afterEach, describe, expect, it } from "vitest";
import { gated, MINUTE, openScene, type GateScene } from "../gates/gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const reminders = (where: "telegram" | "discord" = "telegram"): readonly string[] =>
  scene[where].messages.map(scene[where].textOf).filter((text) => text.includes("still waits"));

const TWO = gated(
  "{ prompt: Release it?, approvers: [group:release, cat], quorum: 2, expires_in: 2h, remind_before: 20m }",
);

describe("the reminder of a gate that is about to expire", () => {
  it("comes at the file's time, once, everywhere, and names those whose approval is still needed", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.wait(99 * MINUTE);
    expect(reminders()).toEqual([]);
    await scene.wait(2 * MINUTE);
    await scene.wait(5 * MINUTE);
    await scene.restart();
    for (const where of ["telegram", "discord"] as const) {
      expect(reminders(where)).toEqual([
        expect.stringMatching(/^Bob and Cat: release · run [0-9A-Z]{8} still waits, and expires /),
      ]);
    }
  });

  it("names nobody by a mention: it stands as plain text", async () => {
    scene = await openScene(TWO);
    await scene.wait(101 * MINUTE);
    const message = scene.telegram.messages.find((one) => scene.telegram.textOf(one).includes("still waits"));
    const spans = message?.content.body.flatMap((block) => (block.kind === "line" ? block.spans : []));
    expect(spans?.filter((span) => typeof span !== "string").map((span) => span.kind)).toEqual([
      "bold",
      "code",
      "time",
    ]);
  });

  it.each([
    ["a quarter of its time before", "{ prompt: Release it?, expires_in: 40m }", 29, 31],
    ["at most an hour before", "{ prompt: Release it?, expires_in: 1d }", 22 * 60, 23 * 60 + 1],
  ])("comes %s where nobody says when", async (_when, approval, before, after) => {
    scene = await openScene(gated(approval));
    await scene.wait(before * MINUTE);
    expect(reminders()).toEqual([]);
    await scene.wait((after - before) * MINUTE);
    expect(reminders()).toHaveLength(1);
  });

  it("does not come as the gate opens, where the configured time is longer than the gate is open", async () => {
    const defaults = {
      timeoutMs: 60_000,
      maxOutputBytes: 512_000,
      expiresInMs: 86_400_000,
      remindBeforeMs: 7_200_000,
      maxParallel: 4,
      notifyStarter: false,
    };
    scene = await openScene(gated("{ prompt: Release it?, expires_in: 40m }"), { config: { defaults } });
    await scene.wait(20 * MINUTE);
    expect(reminders()).toEqual([]);
    await scene.wait(11 * MINUTE);
    expect(reminders()).toHaveLength(1);
  });

  it("does not come while it is on hold: its votes are complete", async () => {
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release], expires_in: 1h, hold: 2h }"));
    await scene.press("ann", "Approve");
    await scene.wait(59 * MINUTE);
    expect(reminders()).toEqual([]);
  });
});

describe("a gate that expires", () => {
  it("with one vote of two says how far it came, and takes no vote any more", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.wait(121 * MINUTE);
    for (const where of ["telegram", "discord"] as const) {
      expect(scene.card(where)).toMatch(/^⌛ Expired\n/);
      expect(scene.card(where)).toContain("1 of 2 approvals: Ann");
      expect(scene.message(where).content.buttons).toBeUndefined();
    }
    const id = (await scene.gate()).approvalId ?? "";
    expect(await scene.say("cat", `/approve ${id}`)).toMatch(/^Expired /);
    expect(await scene.done()).toEqual([]);
  });

  it("takes no vote once its time is over, also before anybody has looked", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.wait(120 * MINUTE - 10_000);
    await scene.clock.jump(15_000);
    const id = (await scene.gate()).approvalId ?? "";
    expect((await scene.gate()).state).toBe("open");
    expect(await scene.say("cat", `/approve ${id}`)).toMatch(/^It expired .+; nothing was decided\.$/);
    expect(await scene.done()).toEqual([]);
  });
});

describe("a run that nobody is told about", () => {
  it("expires, too, where its file says when", async () => {
    scene = await openScene(TWO);
    const { runtime, workspace } = scene.stage;
    const quiet = await runtime.start({
      filePath: `${workspace.workflowsDirectory}/release.lobster`,
      cwd: workspace.workflowsDirectory,
      startedBy: "dan",
    });
    await runtime.execute(quiet.id);
    await scene.wait(MINUTE);
    await scene.wait(121 * MINUTE);
    expect((await runtime.readRun(quiet.id))?.outcome?.kind).toBe("expired");
  });
});
