import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { readApprovalId } from "./scene/read-card.ts";
import { OPEN_GATE } from "./workflows.ts";

const ELSEWHERE = "This counts only in a conversation where its card was posted.";

onEveryPlatform("who acts, and where", { workflows: { "open-gate": OPEN_GATE } }, (scenario) => {
  scenario(
    "a person nobody registered approves, denies and starts nothing, and is told how to change that",
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "open-gate mark=stranger");
      const id = readApprovalId(card);
      const before = scene.messages(place).filter(({ text }) => text.includes("Shall it go on?")).length;
      for (const person of ["mallory", "impostor"] as const) {
        const answers = [
          await scene.press(person, card, "Approve"),
          await scene.press(person, card, "Deny"),
          await scene.say(person, place, `/approve ${id}`),
          await scene.say(person, place, "/run open-gate mark=stranger"),
        ];
        for (const answer of answers) expect(answer).toMatch(/^You are not registered here, so nothing happened\./);
      }
      expect(scene.look(card)?.text).toMatch(/^⏳/);
      expect(scene.messages(place).filter(({ text }) => text.includes("Shall it go on?"))).toHaveLength(before);
      expect(await scene.lines("acted-stranger.txt")).toEqual([]);
    },
  );

  scenario("/whoami tells anybody what belongs into the configuration", async (scene) => {
    const place = scene.place();
    const stranger = await scene.say("mallory", place, "/whoami");
    expect(stranger).toContain("You are not registered.");
    expect(stranger).toContain(`This conversation: ${scene.platform}: ${place.id}`);
    expect(stranger).toContain("The bot works here.");
    expect(await scene.say("teammate", place, "/whoami")).toContain("To this bot you are Teammate (teammate)");
  });

  scenario("where the bot does not work, nothing else is answered", ["several places"], async (scene) => {
    const place = scene.elsewhere();
    scene.type("dev-lead", place, "/run open-gate");
    scene.type("dev-lead", place, "/pending");
    const told = await scene.say("mallory", place, "/whoami");
    expect(told).toContain(`This conversation: ${scene.platform}: ${place.id}`);
    expect(told).toContain("The bot does not work here");
    expect(scene.messages(place).filter(({ isFromBot, text }) => isFromBot && text !== told)).toEqual([]);
  });

  scenario("a press or an id from another conversation counts nowhere", ["forged presses"], async (scene) => {
    const [place, other] = [scene.place(), scene.place()];
    const card = await scene.openGate(place, "open-gate mark=elsewhere");
    const decoy = await scene.openGate(other, "open-gate mark=decoy");
    const forged = scene.tapForged("release-manager", decoy, scene.payloadOf(card, "Approve"));
    expect(await forged.answer()).toBe(ELSEWHERE);
    expect(await scene.say("release-manager", other, `/approve ${readApprovalId(card)}`)).toContain(
      "No approval with the id",
    );
    for (const message of [card, decoy]) expect(scene.look(message)?.text).toMatch(/^⏳/);
    expect(await scene.lines("acted-elsewhere.txt")).toEqual([]);
  });

  scenario("a made up payload is no longer valid and changes nothing", ["forged presses"], async (scene) => {
    const card = await scene.openGate(scene.direct("dev-lead"), "open-gate mark=forged");
    expect(scene.payloadOf(card, "Approve")).toMatch(/^1:[a-z]+:[0-9a-f]{16}$/);
    for (const payload of ["1:approve:0000000000000000", "2:approve:0123456789abcdef", "approve", "💥".repeat(16)]) {
      expect(await scene.tapForged("dev-lead", card, payload).answer()).toBe("This button is no longer valid.");
    }
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(await scene.lines("acted-forged.txt")).toEqual([]);
    expect(await scene.press("dev-lead", card, "Approve")).toBe("Approved. The run goes on.");
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.lines("acted-forged.txt")).toEqual(["dev-lead"]);
  });
});
