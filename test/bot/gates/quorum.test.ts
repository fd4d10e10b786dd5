import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { CAST, gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const TWO_OF_RELEASE = gated("{ prompt: Release it?, approvers: [group:release, cat], quorum: 2 }");
const FAYS = { platform: "telegram", id: "109" } as const;
const SLOTS = gated(
  "{ prompt: Release it?, require: [group:release, group:security], require_different_approver: true }",
);

describe("a gate that two people open", () => {
  it("says who must approve, and counts the votes on every copy of its card", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    expect(scene.card()).toContain("⏳ Waiting for approval: 0 of 2\n");
    expect(scene.card()).toContain("2 of group release and Cat must approve\n");
    expect(await scene.press("ann", "Approve")).toBe("Your approval is stored; 1 more is needed.");
    for (const where of ["telegram", "discord"] as const) {
      expect(scene.card(where)).toContain("⏳ Waiting for approval: 1 of 2\n");
      expect(scene.card(where)).toContain("1 of 2 approvals: Ann\nStill needed: somebody of group release or Cat\n");
    }
    expect(await scene.done()).toEqual([]);
    expect(await scene.press("cat", "Approve", "discord")).toBe("Approved. The run goes on.");
    for (const where of ["telegram", "discord"] as const) {
      expect(scene.card(where)).toMatch(/^✅ Finished in .+\nApproved by Ann and Cat, /);
      expect(scene.message(where).content.buttons).toBeUndefined();
    }
    expect(await scene.done()).toEqual(["cat"]);
  });

  it("takes one vote of a human, whatever account it comes from", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    await scene.press("ann", "Approve");
    expect(await scene.press("ann", "Approve", "discord")).toBe("You approved it already; 1 more is needed.");
    expect(await scene.press("ann", "Approve")).toBe("You approved it already; 1 more is needed.");
    expect((await scene.gate()).votes.map(({ by, account }) => [by, account])).toEqual([["ann", "telegram:101"]]);
    expect(await scene.done()).toEqual([]);
  });

  it("refuses those who are not among its approvers, with the reason", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    expect(await scene.press("dan", "Approve")).toBe("Refused: it needs somebody of group release or Cat.");
    expect(scene.card()).toContain("⏳ Waiting for approval: 0 of 2\n");
  });

  it("keeps an early vote from blocking the last slot", async () => {
    scene = await openScene(SLOTS);
    expect(scene.card()).toContain(
      "Somebody of group release and somebody of group security must approve; not Dan, who started it\n",
    );
    // Bob fits both; Ann fits one alone.
    await scene.press("bob", "Approve");
    expect(scene.card()).toContain("1 of 2 approvals: Bob\nStill needed: somebody of group security\n");
    expect(await scene.press("ann", "Approve")).toBe("Approved. The run goes on.");
    expect(await scene.done()).toEqual(["ann"]);
  });

  it("says so when a vote fills no place that is still open", async () => {
    scene = await openScene(SLOTS, {
      config: { people: [...CAST, { id: "fay", name: "Fay", groups: ["release"], accounts: [FAYS] }] },
    });
    await scene.press("ann", "Approve");
    expect(await scene.press("fay", "Approve")).toBe("Your approval is stored; 1 more is needed.");
    expect(scene.card()).toContain(
      "1 of 2 approvals: Ann\nStill needed: somebody of group security\nApproved, but not of those still needed: Fay\n",
    );
  });
});

describe("a vote that is taken back", () => {
  it("is gone from every card, and can be given again", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    expect(buttons()).toEqual([["Approve", "Deny", "Details"], ["Cancel the run"]]);
    await scene.press("ann", "Approve");
    expect(buttons()).toEqual([
      ["Approve", "Deny", "Details"],
      ["Withdraw", "Cancel the run"],
    ]);
    expect(await scene.press("ann", "Withdraw", "discord")).toBe("Your approval is withdrawn.");
    expect(scene.card()).toContain("0 of 2 approvals\nWithdrawn: Ann\n");
    await scene.press("ann", "Approve");
    expect(scene.card()).not.toContain("Withdrawn");
    expect(scene.card()).toContain("1 of 2 approvals: Ann\n");
  });

  it("is the person's own: nobody takes back another's", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    await scene.press("ann", "Approve");
    for (const who of ["cat", "dan", "eve"]) {
      expect(await scene.press(who, "Withdraw")).toBe("Refused: there is no approval of yours to withdraw.");
    }
    expect((await scene.gate()).votes.map(({ by }) => by)).toEqual(["ann"]);
  });

  it("and the last vote, at the same moment: either the run goes on or the vote is gone, never both", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    await scene.press("ann", "Approve");
    const [withdrawn, approved] = await Promise.all([
      scene.press("ann", "Withdraw"),
      scene.press("bob", "Approve", "discord"),
    ]);
    const { state, votes, decision } = await scene.gate();
    if (state === "decided") {
      expect(decision?.approvals?.map(({ by }) => by)).toEqual(["ann", "bob"]);
      expect(withdrawn).toMatch(/^Already approved by Bob, /);
      expect(await scene.done()).toEqual(["bob"]);
    } else {
      expect(votes.map(({ by }) => by)).toEqual(["bob"]);
      expect([withdrawn, approved]).toEqual([
        "Your approval is withdrawn.",
        "Your approval is stored; 1 more is needed.",
      ]);
      expect(await scene.done()).toEqual([]);
    }
  });
});

describe("the starter of a run that gathers votes", () => {
  it("may cancel it from the card while it waits; others may not", async () => {
    scene = await openScene(TWO_OF_RELEASE);
    await scene.press("ann", "Approve");
    const payload = payloadOf(scene.message(), "Approve");
    expect(await scene.press("eve", "Cancel the run")).toContain("can cancel it");
    expect(await scene.press("dan", "Cancel the run")).toBe("Confirm it in the message below.");
    expect(await scene.press("dan", "Cancel the run")).toBe("Cancelled.");
    expect(scene.card()).toMatch(/^🚫 Cancelled\nCancelled by Dan, /);
    expect(scene.card()).toContain("\n1 of 2 approvals: Ann");
    expect(scene.message("discord").content.buttons).toBeUndefined();
    expect(await scene.pressPayload("bob", payload)).toMatch(/^Already cancelled by Dan, /);
    expect(await scene.done()).toEqual([]);
  });
});

describe("lists", () => {
  it("say how far a gate is and until when, and who can still act", async () => {
    const defaults = {
      timeoutMs: 60_000,
      maxOutputBytes: 512_000,
      expiresInMs: 86_400_000,
      maxParallel: 4,
      notifyStarter: false,
    };
    scene = await openScene(TWO_OF_RELEASE, { config: { defaults } });
    await scene.press("ann", "Approve");
    await scene.say("ann", "/pending");
    expect(newest()).toMatch(/^Others can act on:\n.+ · 1 of 2 approvals · expires 2023-11-15 22:13 UTC · /);
    await scene.say("cat", "/pending");
    expect(newest()).toMatch(/^You can act on:\n/);
    const { runId } = await scene.gate();
    expect(await scene.say("eve", `/status ${runId}`)).toContain(
      "1 of 2 approvals: Ann\nStill needed: somebody of group release or Cat\nExpires 2023-11-15 22:13 UTC\n",
    );
    expect(await scene.say("eve", "/status")).toContain(
      "⏳ Waiting for approval: 1 of 2 · expires 2023-11-15 22:13 UTC",
    );
    await scene.press("cat", "Approve");
    expect(await scene.say("eve", "/history")).toContain("approved by Ann and Cat");
  });
});

const buttons = (): readonly (readonly string[])[] =>
  (scene.message().content.buttons ?? []).map((row) => row.map(({ label }) => label));

const newest = (): string => {
  const message = scene.telegram.messages.at(-1);
  return message === undefined ? "" : scene.telegram.textOf(message);
};
