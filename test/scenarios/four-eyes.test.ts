import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import type { Scene } from "./scene/open-scene.ts";
import { readApprovalId, readRunId } from "./scene/read-card.ts";
import type { Seen } from "./venue/venue.ts";
import { DEPLOY, OPEN_GATE } from "./workflows.ts";

const APPROVED = "Approved. The run goes on.";
const STARTER_REFUSED = "Refused: you started it yourself and it needs Release manager (release-manager).";
const OTHER_REFUSED = "Refused: it needs Release manager (release-manager).";

const PLAN = {
  workflows: { deploy: DEPLOY, guarded: DEPLOY.replace("name: deploy", "name: guarded"), "open-gate": OPEN_GATE },
  config: "workflows: { guarded: { deny: [group:release] } }",
};

onEveryPlatform("a four-eyes gate", PLAN, (scenario) => {
  scenario("shows what is approved and by whom; refuses the others, and runs once for the right one", async (scene) => {
    for (const kind of scene.kinds) {
      const place = scene.place(kind);
      const card = await scene.openGate(place, `deploy mark=${kind}`);
      expect(card.text).toMatch(/^⏳ Waiting for approval\ndeploy · run [0-9A-Z]{8} · started by Dev lead\n/);
      for (const words of SHOWN) expect(card.text).toContain(words);
      expect(card.buttons).toEqual(["Approve", "Deny", "Details"]);
      await proveRefusals(scene, card, kind);
      const told = await scene.next(
        place,
        ({ text }) => text.startsWith("Dev lead, your run deploy"),
        () => proveApproval(scene, card, kind),
      );
      expect(told.text).toMatch(/^Dev lead, your run deploy · run [0-9A-Z]{8} finished\.$/);
      await proveDecided(scene, card, kind);
    }
  });

  scenario("takes its buttons off and keeps to one card", ["edits in place"], async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=buttons");
    await scene.press("release-manager", card, "Approve");
    expect((await scene.waitForText(card, /^✅ Finished/)).buttons).toEqual([]);
    const copies = scene.messages(place).filter(({ text }) => text.includes("Deploy 3 services?"));
    expect(copies).toHaveLength(1);
  });

  scenario("ignores approvers named by the bot's own environment", async (scene) => {
    const card = await scene.openGate(scene.place(), "deploy mark=ambient");
    expect(await scene.press("dev-lead", card, "Approve")).toBe(STARTER_REFUSED);
    expect(await scene.press("teammate", card, "Approve")).toBe(OTHER_REFUSED);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(await scene.lines("deployed-ambient.txt")).toEqual([]);
  });

  scenario("is opened and denied by its id, typed in any case, under the same rules", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=typed");
    const id = readApprovalId(card);
    expect(await scene.say("teammate", place, `/approve ${id}`)).toBe(OTHER_REFUSED);
    for (const wrong of ["00000000", "the one above"]) {
      const answer = await scene.say("release-manager", place, `/approve ${wrong}`);
      expect(answer).toMatch(/^No approval with the id .+ \/pending lists what waits here\.$/);
    }
    expect(await scene.say("release-manager", place, `/approve #${id.toUpperCase()}`)).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.say("release-manager", place, `/approve ${id}`)).toMatch(/^You approved it already/);
    expect(await scene.lines("deployed-typed.txt")).toEqual(["release-manager"]);
    const other = await scene.openGate(place, "deploy mark=typed-deny");
    expect(await scene.say("dev-lead", place, `/deny ${readApprovalId(other)} not today`)).toBe(
      "Denied. The run is over.",
    );
    expect((await scene.waitForText(other, /^⛔ Denied/)).text).toContain("Reason: not today");
  });

  scenario("is denied after a question to the person who pressed, with a reason that the card shows", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=denied");
    const deny = async (): Promise<Seen> => {
      return await scene.next(place, isQuestionOfTeammate, async () => {
        expect(await scene.press("teammate", card, "Deny")).toBe("Confirm it in the message below.");
      });
    };
    const question = await deny();
    expect(question.text).toMatch(/^Teammate, deny deploy · run [0-9A-Z]{8}\?$/);
    expect(question.buttons).toEqual(["Deny", "Deny with reason", "Back"]);
    expect(await scene.press("dev-lead", question, "Deny")).toBe(
      "This question is for Teammate. Press the button on the card yourself.",
    );
    expect(await scene.press("teammate", question, "Back")).toBe("Nothing was decided.");
    expect(scene.look(card)?.text).toMatch(/^⏳ Waiting for approval/);
    const again = await deny();
    const reason = await scene.tapAndWrite("teammate", again, "Deny with reason", "wrong <b>branch</b>");
    expect(await reason.answer()).toBe("Denied. The run is over.");
    const denied = await scene.waitForText(card, /^⛔ Denied\nDenied by Teammate, /);
    expect(denied.text).toContain("Reason: wrong <b>branch</b>");
    expect(await scene.press("release-manager", card, "Approve")).toMatch(/^Already denied by Teammate, /);
    expect(await scene.lines("deployed-denied.txt")).toEqual([]);
  });

  scenario("is denied without a reason, and only by people the configuration does not leave out", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "guarded mark=guarded");
    expect(await scene.press("teammate", card, "Deny")).toBe(
      "Refused: the configuration lets others deny this workflow.",
    );
    const question = await scene.next(
      place,
      ({ text }) => text.startsWith("Dev lead, deny guarded"),
      () => scene.press("dev-lead", card, "Deny"),
    );
    expect(await scene.press("dev-lead", question, "Deny")).toBe("Denied. The run is over.");
    await scene.waitForText(card, /^⛔ Denied\nDenied by Dev lead, /);
    expect(await scene.lines("deployed-guarded.txt")).toEqual([]);
  });

  scenario(
    "counts the first of two presses at the same moment, tells the second whose it was, and runs once",
    ["one moment"],
    async (scene) => {
      for (const mark of ["double-1", "double-2", "double-3"]) {
        const card = await scene.openGate(scene.place(), `open-gate mark=${mark}`);
        const taps = [scene.tap("teammate", card, "Approve"), scene.tap("release-manager", card, "Approve")];
        const verdicts = await Promise.all(taps.map((tap) => tap.answer()));
        expect(verdicts.filter((text) => text === APPROVED)).toHaveLength(1);
        const isTeammate = verdicts[0] === APPROVED;
        const lost = verdicts[isTeammate ? 1 : 0];
        expect(lost).toMatch(new RegExp(`^Already approved by ${isTeammate ? "Teammate" : "Release manager"}, `));
        await scene.waitForText(card, /^✅ Finished/);
        expect(await scene.lines(`acted-${mark}.txt`)).toEqual([isTeammate ? "teammate" : "release-manager"]);
      }
    },
  );

  scenario(
    "that is approved and cancelled at once ends as one of the two, never both",
    ["one moment"],
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "open-gate mark=crossed");
      const question = await scene.next(
        place,
        ({ text }) => text.startsWith("Dev lead, cancel open-gate"),
        () => scene.say("dev-lead", place, `/cancel ${readRunId(card)}`),
      );
      const taps = [scene.tap("dev-lead", question, "Cancel the run"), scene.tap("release-manager", card, "Approve")];
      const [cancelled, approved] = await Promise.all(taps.map((tap) => tap.answer()));
      const end = await scene.waitForText(card, /^(✅ Finished|🚫 Cancelled)/);
      const didRun = end.text.startsWith("✅");
      expect(await scene.lines("acted-crossed.txt")).toEqual(didRun ? ["release-manager"] : []);
      if (!didRun) expect([cancelled, approved?.replace(/, .*/, "")]).toContain("Cancelled.");
    },
  );

  scenario(
    "that is pressed once acts once, however often the press is handed over",
    ["repeated events"],
    async (scene) => {
      const card = await scene.openGate(scene.place(), "open-gate mark=again");
      const tap = scene.tap("release-manager", card, "Approve");
      tap.deliverAgain();
      tap.deliverAgain();
      await scene.waitForText(card, /^✅ Finished/);
      await scene.settle(card.place);
      expect(await scene.lines("acted-again.txt")).toEqual(["release-manager"]);
    },
  );
});

const isQuestionOfTeammate = ({ text }: Seen): boolean => text.startsWith("Teammate, deny deploy");

const SHOWN = [
  "Deploy 3 services?",
  "targets: api, web, worker",
  "risk: high",
  "Release manager must approve; not Dev lead, who started it",
  "Step 2 of 3",
];

async function proveRefusals(scene: Scene, card: Seen, mark: string): Promise<void> {
  expect(await scene.press("mallory", card, "Approve")).toMatch(/^You are not registered here, so nothing happened\./);
  expect(await scene.press("dev-lead", card, "Approve")).toBe(STARTER_REFUSED);
  expect(await scene.press("teammate", card, "Approve")).toBe(OTHER_REFUSED);
  expect(scene.look(card)?.text).toMatch(/^⏳ Waiting for approval/);
  expect(await scene.lines(`deployed-${mark}.txt`)).toEqual([]);
}

async function proveApproval(scene: Scene, card: Seen, mark: string): Promise<void> {
  expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
  const finished = await scene.waitForText(card, /^✅ Finished in .+ s\nApproved by Release manager, /);
  expect(finished.text).toContain("deployed: true");
  expect(await scene.lines(`deployed-${mark}.txt`)).toEqual(["release-manager"]);
}

async function proveDecided(scene: Scene, card: Seen, mark: string): Promise<void> {
  expect(await scene.press("release-manager", card, "Approve")).toMatch(/^You approved it already, .+\.$/);
  expect(await scene.press("teammate", card, "Approve")).toMatch(/^Already approved by Release manager, .+\.$/);
  expect(await scene.press("dev-lead", card, "Deny")).toMatch(/^Already approved by Release manager, .+\.$/);
  expect(await scene.lines(`deployed-${mark}.txt`)).toEqual(["release-manager"]);
}
