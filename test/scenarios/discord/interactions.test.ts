import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDiscordScene, type Scene } from "../scene/open-scene.ts";
import { allowForProcesses } from "../scene/patience.ts";
import { CLOSE, type User } from "../../peers/discord/index.ts";
import type { DiscordVenue } from "../venue/discord-venue.ts";
import type { Place, Seen } from "../venue/venue.ts";
import { DEPLOY, OPEN_GATE, TWO_PEOPLE } from "../workflows.ts";

allowForProcesses();

let scene: Scene<DiscordVenue>;

beforeAll(async () => {
  scene = await openDiscordScene({
    workflows: { deploy: DEPLOY, "open-gate": OPEN_GATE, "two-people": TWO_PEOPLE },
    config: "defaults: { notify_starter: true }",
  });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const APPROVED = "Approved. The run goes on.";
const ELSEWHERE = "This counts only in a conversation where its card was posted.";
const NOT_A_PERSON = "This was sent without a person's own account";

describe("an interaction", () => {
  it("that is replayed after the connection came back acts once", async () => {
    const { gateway } = scene.peer;
    const card = await scene.openGate(scene.place(), "open-gate mark=replayed");
    const tap = scene.tap("release-manager", card, "Approve");
    expect(await tap.answer()).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    const letGo = gateway.holdEvents();
    tap.deliverAgain();
    gateway.drop();
    letGo();
    await gateway.waitForResume();
    await scene.settle(card.place);
    expect(scene.look(card)?.text).toMatch(/^✅ Finished\b/);
    expect(await scene.lines("acted-replayed.txt")).toEqual(["release-manager"]);
  });

  it.each([
    ["asks to reconnect", () => scene.peer.gateway.requestReconnect()],
    ["closes with an error", () => scene.peer.gateway.close(CLOSE.unknownError)],
    ["calls the session invalid for now", () => scene.peer.gateway.invalidate({ isResumable: true })],
  ])("is taken after Discord %s", async (what, disturb) => {
    const mark = what.replaceAll(" ", "-");
    const card = await scene.openGate(scene.place(), `open-gate mark=${mark}`);
    const resumes = countResumes();
    disturb();
    const tap = scene.tap("release-manager", card, "Approve");
    expect(await tap.answer()).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    await scene.waitUntil(() => countResumes() > resumes, "the connection to come back");
    expect(await scene.lines(`acted-${mark}.txt`)).toEqual(["release-manager"]);
  });

  it("of a webhook, or of another bot, is nobody's", async () => {
    const { peer } = scene;
    const place = scene.place();
    const card = await scene.openGate(place, "open-gate mark=nobody");
    const { webhook } = peer.writeAsWebhook(scene.channelOf(place), "Release manager", "I approve");
    const robot = peer.addUser({ username: "robot", isBot: true });
    for (const user of [webhook, robot]) expect(await pressAs(user, card)).toContain(NOT_A_PERSON);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(await scene.lines("acted-nobody.txt")).toEqual([]);
  });

  it("of somebody who left the guild meanwhile gives no more rights than the configuration does", async () => {
    const { peer, guild, users } = scene;
    const card = await scene.openGate(scene.place(), "deploy mark=left", "teammate");
    for (const person of ["teammate", "mallory"] as const) peer.removeMember(guild, users[person]);
    expect(await pressAs(users.teammate, card)).toMatch(/^Refused: you started it yourself/);
    expect(await pressAs(users.mallory, card)).toMatch(/^You are not registered here/);
    expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
    // Whoever started it cannot be reached any more; everybody else sees how it ended.
    await scene.waitForText(card, /^✅ Finished/);
    for (const person of ["teammate", "mallory"] as const) peer.addMember(guild, users[person]);
    expect(await scene.lines("deployed-left.txt")).toEqual(["release-manager"]);
  });
});

describe("a form", () => {
  it("that is sent after its gate was decided decides nothing", async () => {
    const { peer, users } = scene;
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=late-form");
    const question = await scene.next(
      place,
      ({ text }) => text.startsWith("Teammate, deny deploy"),
      () => scene.press("teammate", card, "Deny"),
    );
    const form = await peer.press(users.teammate, scene.original(question), "Deny with reason").modal();
    expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    const [field] = form.fields;
    const sent = peer.submit(users.teammate, form, { [field?.customId ?? ""]: "too late" });
    expect(await scene.deedOf(sent, place).answer()).toMatch(/^Already approved by Release manager, /);
    expect(scene.look(card)?.text).toMatch(/^✅ Finished/);
    expect(await scene.lines("deployed-late-form.txt")).toEqual(["release-manager"]);
  });
});

describe("a form that was never opened for whoever sends it", () => {
  it("gives no more rights than a press does, and counts in the conversation of its card alone", async () => {
    const { peer, users } = scene;
    const place = scene.place();
    const card = await scene.openGate(place, "two-people mark=forged");
    const { customId } = await peer.press(users.teammate, scene.original(card), "Approve").modal();
    const values = { confirm: "ship *it*" };
    const send = (user: User, at: Place, payload = customId): Promise<string> =>
      scene.deedOf(peer.submitForged(user, scene.channelOf(at), payload, values), at).answer();
    expect(await send(users.mallory, place)).toMatch(/^You are not registered here/);
    expect(await send(users["dev-lead"], place)).toBe("Refused: you started it yourself.");
    expect(await send(users.teammate, scene.place())).toBe(ELSEWHERE);
    for (const wrong of ["", "approveform", `${customId}:x`, customId.replace("approveform", "approve")]) {
      expect(await send(users.teammate, place, wrong)).toBe("This button is no longer valid.");
    }
    expect(scene.look(card)?.text).toContain("0 of 2");
    expect(await send(users.teammate, place)).toBe("Your approval is stored; 1 more is needed.");
    expect(await send(users.teammate, place)).toMatch(/^You approved it already/);
    expect(await scene.lines("released-forged.txt")).toEqual([]);
  });
});

describe("a thread that is archived while a gate waits in it", () => {
  it("is opened again for the end of the run", async () => {
    const place = scene.place("thread");
    const card = await scene.openGate(place, "deploy mark=archived");
    await scene.waitUntilNoted(card);
    scene.peer.archiveThread(scene.channelOf(place));
    expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.lines("deployed-archived.txt")).toEqual(["release-manager"]);
  });
});

describe("a starter who takes no direct messages", () => {
  it("is told the outcome in the conversation", async () => {
    const { peer, users } = scene;
    peer.closeDirectMessages(users["dev-lead"]);
    const place = scene.place();
    const card = await scene.openGate(place, "open-gate mark=closed");
    const told = await scene.next(
      place,
      ({ text }) => text.startsWith("Dev lead, your run open-gate"),
      () => scene.press("release-manager", card, "Approve"),
    );
    expect(told.text).toMatch(/ finished\.$/);
    peer.closeDirectMessages(users["dev-lead"], false);
  });
});

/** A press as only a changed client sends it, by somebody who may not see the card. */
function pressAs(user: User, card: Seen): Promise<string> {
  const press = scene.peer.pressForged(user, scene.original(card), { customId: scene.payloadOf(card, "Approve") });
  return scene.deedOf(press, card.place).answer();
}

function countResumes(): number {
  return scene.peer.gateway.sessions().reduce((sum, { resumes }) => sum + resumes, 0);
}
