import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "../scene/patience.ts";
import { openTelegramScene, type Scene } from "../scene/open-scene.ts";
import { readApprovalId } from "../scene/read-card.ts";
import type { TelegramVenue } from "../venue/telegram-venue.ts";
import { OPEN_GATE } from "../workflows.ts";

allowForProcesses();

let scene: Scene<TelegramVenue>;

beforeAll(async () => {
  scene = await openTelegramScene({ workflows: { "open-gate": OPEN_GATE } });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const NOT_A_PERSON = "This was sent without a person's own account";
const ELSEWHERE = "This counts only in a conversation where its card was posted.";

describe("who is nobody on Telegram", () => {
  it("an anonymous admin: can neither approve nor start, although a registered person is behind it", async () => {
    const { peer, users } = scene;
    const { "release-manager": manager, "dev-lead": lead, teammate } = users;
    const place = scene.group({ admins: [manager], members: [lead, teammate] });
    const card = await scene.openGate(place, "open-gate mark=anonymous");
    for (const line of [`/approve ${readApprovalId(card)}`, "/run open-gate"]) {
      const typed = peer.write(manager, scene.chatOf(place), line, { as: "anonymous" });
      expect(await scene.deedOf(typed).answer()).toContain(NOT_A_PERSON);
    }
    // A press is always made by the person.
    expect(await scene.press("release-manager", card, "Approve")).toBe("Approved. The run goes on.");
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.lines("acted-anonymous.txt")).toEqual(["release-manager"]);
  });

  it("a channel that writes in the group", async () => {
    const { peer, users } = scene;
    const place = scene.place();
    const channel = peer.addChannel({ title: "News", admins: [users["release-manager"]] });
    const card = await scene.openGate(place, "open-gate mark=channel");
    const line = `/approve ${readApprovalId(card)}`;
    const typed = peer.write(users["release-manager"], scene.chatOf(place), line, { as: channel });
    expect(await scene.deedOf(typed).answer()).toContain(NOT_A_PERSON);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
  });

  it("a post of a channel, and its copy in the linked group", async () => {
    const { peer, users } = scene;
    const place = scene.group({ botRole: "administrator" });
    const channel = peer.addChannel({ title: "Orders", admins: [users["release-manager"]] });
    peer.linkChannel(channel, scene.chatOf(place));
    const card = await scene.openGate(place, "open-gate mark=linked");
    peer.write(users["release-manager"], channel, `/approve ${readApprovalId(card)}`);
    peer.write(users["release-manager"], channel, "/run open-gate mark=linked");
    await scene.settle(place);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(scene.messages(place).filter(({ text }) => text.includes("Shall it go on?"))).toHaveLength(1);
    expect(await scene.lines("acted-linked.txt")).toEqual([]);
  });

  it("another bot, even one with the account of a registered person", async () => {
    const { peer, users } = scene;
    const place = scene.group({ botRole: "administrator" });
    const card = await scene.openGate(place, "open-gate mark=bot");
    const { id: message_id, date } = scene.original(card);
    const chat = { id: scene.chatOf(place).id, type: "supergroup", title: "Group" };
    for (const id of [users["release-manager"].id, 424_242]) {
      const from = { id, is_bot: true, first_name: "Robot", username: "other_bot" };
      const data = scene.payloadOf(card, "Approve");
      peer.inject("callback_query", {
        id: String(id),
        from,
        chat_instance: "1",
        data,
        message: { message_id, date, chat },
      });
      const text = `/approve ${readApprovalId(card)}`;
      const entities = [{ type: "bot_command", offset: 0, length: 8 }];
      peer.inject("message", { message_id: 900_000 + id, from, chat, date, text, entities });
    }
    await scene.settle(place);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(await scene.lines("acted-bot.txt")).toEqual([]);
  });
});

describe("what is forwarded", () => {
  it("a card decides nothing: it has no buttons, and made up ones count nowhere", async () => {
    const { peer, users } = scene;
    const card = await scene.openGate(scene.place(), "open-gate mark=forward");
    const own = scene.direct("release-manager");
    peer.forward(users["release-manager"], scene.original(card), scene.chatOf(own));
    const copy = scene.messages(own).at(-1);
    if (copy === undefined) throw new Error("Nothing was forwarded");
    expect(copy.buttons).toEqual([]);
    const forged = scene.tapForged("release-manager", copy, scene.payloadOf(card, "Approve"));
    expect(await forged.answer()).toBe(ELSEWHERE);
    expect(await scene.lines("acted-forward.txt")).toEqual([]);
  });

  it("a command is nobody's", async () => {
    const { peer, users } = scene;
    const place = scene.place();
    const card = await scene.openGate(place, "open-gate mark=forwarded-command");
    const own = scene.chatOf(scene.direct("release-manager"));
    const words = peer.write(users["release-manager"], own, `/approve ${readApprovalId(card)}`);
    const copy = peer.forward(users["dev-lead"], words, scene.chatOf(place));
    expect(await scene.deedOf(copy).answer()).toContain(NOT_A_PERSON);
    expect(scene.look(card)?.text).toMatch(/^⏳/);
  });
});
