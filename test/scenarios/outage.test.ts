import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import type { Scene } from "./scene/open-scene.ts";
import type { Place, Seen } from "./venue/venue.ts";
import { OPEN_GATE } from "./workflows.ts";

const APPROVED = "Approved. The run goes on.";
const PROMPT = "Shall it go on?";

const listCards = (scene: Scene, place: Place): readonly Seen[] =>
  scene.messages(place).filter(({ text, isFromBot }) => isFromBot && text.includes(PROMPT));

onEveryPlatform("trouble on the way", { workflows: { "open-gate": OPEN_GATE } }, (scenario) => {
  scenario(
    "a card whose sending got no reply is never a second decision: every copy tells the same end",
    ["network"],
    async (scene) => {
      const place = scene.place();
      const lost = scene.trouble.loseReply("send", { saying: PROMPT });
      const card = await scene.openGate(place, "open-gate mark=lost-send");
      await scene.waitUntil(() => lost.struck().length === 1, "the reply to be lost");
      const hasAll = (): boolean => listCards(scene, place).length === scene.copiesOfLostSend;
      await scene.waitUntil(hasAll, "every copy");
      const copies = listCards(scene, place);
      expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
      for (const copy of copies) await scene.waitForText(copy, /^✅ Finished/);
      for (const copy of copies)
        expect(await scene.press("teammate", copy, "Approve")).toMatch(/^Already approved by Release manager/);
      expect(listCards(scene, place)).toHaveLength(copies.length);
      expect(await scene.lines("acted-lost-send.txt")).toEqual(["release-manager"]);
    },
  );

  scenario("an edit that is lost is repeated until the card is true", ["network"], async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "open-gate mark=lost-edit");
    scene.trouble.loseReply("edit", { times: 2, place });
    scene.trouble.loseRequest("edit", { times: 2, place });
    await scene.press("release-manager", card, "Approve");
    await scene.waitForText(card, /^✅ Finished/);
    expect(listCards(scene, place)).toHaveLength(1);
  });

  scenario("an answer to a press that is lost changes nothing of what was decided", ["network"], async (scene) => {
    const card = await scene.openGate(scene.place(), "open-gate mark=lost-answer");
    const lost = scene.trouble.loseReply("answer");
    scene.tap("release-manager", card, "Approve");
    await scene.waitForText(card, /^✅ Finished/);
    expect(lost.struck()).toHaveLength(1);
    expect(await scene.lines("acted-lost-answer.txt")).toEqual(["release-manager"]);
  });

  scenario("a press that is cut off on its way arrives after all, and acts once", ["network"], async (scene) => {
    const card = await scene.openGate(scene.place(), "open-gate mark=cut");
    const { hasStruck } = await scene.trouble.breakDelivery(() => scene.tap("release-manager", card, "Approve"));
    await scene.waitForText(card, /^✅ Finished/);
    expect(hasStruck()).toBe(true);
    expect(await scene.lines("acted-cut.txt")).toEqual(["release-manager"]);
  });

  scenario("a platform that is gone for a while is waited for, which the log says once", ["network"], async (scene) => {
    const card = await scene.openGate(scene.place(), "open-gate mark=gone");
    const event = `${scene.platform}_unreachable`;
    const before = await scene.countLogged(event);
    await scene.trouble.goDown();
    scene.tap("release-manager", card, "Approve");
    await scene.trouble.comeUp();
    await scene.waitForText(card, /^✅ Finished/);
    expect((await scene.countLogged(event)) - before).toBe(1);
    expect(await scene.lines("acted-gone.txt")).toEqual(["release-manager"]);
  });

  scenario(
    "a refusal for a while is kept to; nothing is lost or sent twice, and others go on",
    ["network"],
    async (scene) => {
      const [slow, fast, blocked] = [scene.place(), scene.place(), scene.place()];
      const sends = scene.trouble.refuseFor("send", 1, { times: 2, place: slow });
      const storm = scene.trouble.refuseFor("send", 30, { times: 100, place: blocked });
      scene.type("dev-lead", blocked, "/run open-gate mark=blocked");
      const late = scene.openGate(slow, "open-gate mark=slow");
      const quick = await scene.openGate(fast, "open-gate mark=fast");
      expect(await scene.press("release-manager", quick, "Approve")).toBe(APPROVED);
      await scene.waitForText(quick, /^✅ Finished/);
      const card = await late;
      const edits = scene.trouble.refuseFor("edit", 1, { place: slow });
      expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
      await scene.waitForText(card, /^✅ Finished/);
      expect(edits.struck()).toHaveLength(1);
      expect(listCards(scene, slow)).toHaveLength(1);
      const [one = 0, two = 0] = sends.struck();
      expect(two - one).toBeGreaterThanOrEqual(990);
      expect(storm.struck()).toHaveLength(1);
      expect(listCards(scene, blocked)).toEqual([]);
    },
  );
});

onEveryPlatform(
  "a platform that enforces its rates",
  { workflows: { "open-gate": OPEN_GATE }, enforcesRates: true },
  (scenario) => {
    scenario(
      "gets every card of many runs shown and finished, each once, in several conversations",
      ["rates"],
      async (scene) => {
        const places = [scene.place(), scene.place(), scene.place()];
        const gates = places.flatMap((place, at) => [`${at}-a`, `${at}-b`].map((mark) => ({ place, mark })));
        for (const { place, mark } of gates) scene.type("dev-lead", place, `/run open-gate mark=${mark}`);
        for (const { place, mark } of gates) {
          const isIt = ({ text, buttons }: Seen): boolean =>
            text.includes(`mark=${mark}`) && buttons.includes("Approve");
          const card = await scene.waitUntil(() => scene.messages(place).find(isIt), `the card of ${mark}`);
          expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
        }
        for (const { mark } of gates) expect(await scene.waitForLines(`acted-${mark}.txt`, 1)).toHaveLength(1);
        for (const place of places) {
          await scene.waitUntil(
            () => listCards(scene, place).filter(({ text }) => text.startsWith("✅ Finished")).length === 2,
            "the end of both runs on their cards",
          );
          expect(listCards(scene, place)).toHaveLength(2);
        }
      },
    );
  },
);
