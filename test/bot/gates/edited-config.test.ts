import { afterEach, describe, expect, it } from "vitest";
import type { PersonConfig } from "../../../src/config/config.ts";
import { CAST, gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const TWO = gated("{ prompt: Release it?, approvers: [group:release, group:security], quorum: 2 }");

const without = (id: string): readonly PersonConfig[] => CAST.filter((one) => one.id !== id);
const withGroups = (id: string, groups: readonly string[]): readonly PersonConfig[] =>
  CAST.map((one) => (one.id === id ? { ...one, groups } : one));

/** What may be done to the configuration while Ann's approval waits for a second one. */
const EDITS: readonly (readonly [string, readonly PersonConfig[], string])[] = [
  ["removed", without("ann"), "ann"],
  ["taken out of the group", withGroups("ann", ["dev"]), "Ann"],
];

describe("an approval of somebody who is then taken out of the configuration", () => {
  it.each(EDITS)("(%s) counts no more, is named, and leaves the gate open", async (_how, people, name) => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.restart({ people });
    expect(scene.card()).toContain("⏳ Waiting for approval: 0 of 2\n");
    expect(scene.card()).toContain(`Counts no more, for they may not approve any more: ${name}\n`);
    expect(await scene.press("cat", "Approve")).toBe(
      `Your approval is stored; 1 more is needed. ${name} may not approve any more.`,
    );
    expect(await scene.done()).toEqual([]);
    const { state, votes, removedVotes } = await scene.gate();
    expect([state, votes.map(({ by }) => by)]).toEqual(["open", ["cat"]]);
    expect(removedVotes).toMatchObject([{ by: "ann", because: "unqualified" }]);
    expect(scene.card()).toContain("1 of 2 approvals: Cat\n");
    expect(scene.card()).toContain(`Dropped, for they may not approve any more: ${name}\n`);
    expect(await scene.press("bob", "Approve")).toBe("Approved. The run goes on.");
    expect((await scene.gate()).decision?.approvals?.map(({ by }) => by)).toEqual(["cat", "bob"]);
  });

  it("stands again when it is put right before the votes are complete", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.restart({ people: without("ann") });
    await scene.restart({ people: CAST });
    expect(scene.card()).toContain("1 of 2 approvals: Ann\n");
    expect(await scene.press("cat", "Approve")).toBe("Approved. The run goes on.");
  });

  it("stands when they are only moved to another group that may approve, too", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.restart({ people: withGroups("ann", ["security"]) });
    expect(await scene.press("bob", "Approve")).toBe("Approved. The run goes on.");
  });
});

describe("a group that is emptied while its gate waits", () => {
  it("leaves the gate to nobody: whoever was in it is refused, and deny still works", async () => {
    scene = await openScene(gated("{ prompt: Release it?, require: [group:release, group:security] }"));
    await scene.press("cat", "Approve");
    await scene.restart({
      people: CAST.map((one) => ({ ...one, groups: one.groups.filter((name) => name !== "security") })),
    });
    expect(scene.card()).toContain("Counts no more, for they may not approve any more: Cat\n");
    await scene.press("ann", "Approve");
    expect(await scene.press("bob", "Approve")).toBe("Your approval is stored; 1 more is needed.");
    expect((await scene.gate()).state).toBe("open");
    expect(await scene.done()).toEqual([]);
    const id = /approval id ([0-9a-f]{8})/.exec(scene.card())?.[1] ?? "";
    expect(await scene.say("eve", `/deny ${id}`)).toBe("Denied. The run is over.");
  });

  it("keeps a person who was removed from pressing anything", async () => {
    scene = await openScene(TWO);
    await scene.restart({ people: without("ann") });
    expect(await scene.press("ann", "Approve")).toContain("You are not registered here");
    expect((await scene.gate()).votes).toEqual([]);
  });
});
