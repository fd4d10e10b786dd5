import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "../scene/patience.ts";
import { openTelegramScene, type Scene } from "../scene/open-scene.ts";
import type { TelegramVenue } from "../venue/telegram-venue.ts";
import type { Seen } from "../venue/venue.ts";
import { ask, DEPLOY } from "../workflows.ts";

allowForProcesses();

let scene: Scene<TelegramVenue>;

beforeAll(async () => {
  scene = await openTelegramScene({ workflows: { deploy: DEPLOY, count: ask({ type: "integer" }) } });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const APPROVED = "Approved. The run goes on.";
const isOpen = ({ buttons }: Seen): boolean => buttons.includes("Approve");

describe("a group that becomes a supergroup while a gate waits", () => {
  it("gets the card anew, and it is opened there", async () => {
    const { peer } = scene;
    const place = scene.place("group");
    const card = await scene.openGate(place, "deploy mark=moved");
    const upgraded = scene.placeOf(peer.migrateGroup(scene.chatOf(place)));
    const fresh = await scene.waitUntil(() => scene.messages(upgraded).findLast(isOpen), "the card in the supergroup");
    expect(await scene.press("teammate", fresh, "Approve")).toMatch(/^Refused/);
    expect(await scene.press("release-manager", fresh, "Approve")).toBe(APPROVED);
    await scene.waitForText(fresh, /^✅ Finished/);
    expect(scene.look(card)).toBeDefined();
    expect(await scene.lines("deployed-moved.txt")).toEqual(["release-manager"]);
    expect((await scene.openGate(upgraded, "deploy mark=after")).text).toContain("Deploy 3 services?");
  });

  it("while the bot is away: the same", async () => {
    const place = scene.place("group");
    const card = await scene.openGate(place, "deploy mark=moved-away");
    await scene.waitUntilNoted(card);
    await scene.kill();
    const upgraded = scene.placeOf(scene.peer.migrateGroup(scene.chatOf(place)));
    await scene.start();
    const fresh = await scene.waitUntil(() => scene.messages(upgraded).findLast(isOpen), "the card in the supergroup");
    expect(await scene.press("release-manager", fresh, "Approve")).toBe(APPROVED);
    await scene.waitForText(fresh, /^✅ Finished/);
    expect(await scene.lines("deployed-moved-away.txt")).toEqual(["release-manager"]);
  });
});

describe("a topic of a forum", () => {
  it("keeps everything that is said about a run in it", async () => {
    const place = scene.place("topic");
    const card = await scene.openGate(place, "deploy mark=topic");
    await scene.next(
      place,
      ({ text }) => text.startsWith("Dev lead, your run deploy"),
      () => scene.press("release-manager", card, "Approve"),
    );
    const { topic } = scene.original(card);
    const said = scene.peer.messages(scene.chatOf(place)).filter(({ from }) => from?.isBot === true);
    expect(new Set(said.map((message) => message.topic))).toEqual(new Set([topic]));
  });
});

describe("a message that asks for a reply", () => {
  it("is not answered by somebody else's reply", async () => {
    const { peer, users } = scene;
    const place = scene.place();
    const chat = scene.chatOf(place);
    scene.type("dev-lead", place, "/run count");
    const prompt = await scene.waitUntil(
      () => peer.messages(chat).find(({ forceReply }) => forceReply !== undefined),
      "a message that asks for a reply",
    );
    expect(prompt.forceReply?.for).toContain(users["dev-lead"].id);
    expect(prompt.forceReply?.for).not.toContain(users.teammate.id);
    const reply = peer.write(users.teammate, chat, "4", { replyTo: prompt });
    expect(await scene.deedOf(reply).answer()).toBe("This question is for Dev lead.");
  });
});
