import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../peers/telegram/index.ts";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ "open-gate": OPEN_GATE });
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

const idOn = (card: SeenMessage): string => /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
const NOT_A_PERSON = "This was sent without a person's own account";
const ELSEWHERE = "This counts only in a conversation where its card was posted.";

/** Everything the bot was sent is handled: it answers what comes after. */
const waitForWhoami = async (chat: SeenMessage["chat"]): Promise<void> => {
  const asked = bench.peer.write(bench.teammate, chat, "/whoami");
  await bench.waitForNew(chat, ({ replyTo }) => replyTo === asked.id);
};

describe("who is nobody", () => {
  it("an anonymous admin: can neither approve nor start, although a registered person is behind it", async () => {
    const chat = bench.group({ admins: [bench.manager], members: [bench.lead, bench.teammate] });
    const card = await bench.openGate(chat, "/run open-gate mark=anonymous");
    const typed = bench.peer.write(bench.manager, chat, `/approve ${idOn(card)}`, { as: "anonymous" });
    const answer = await bench.waitForNew(chat, ({ replyTo }) => replyTo === typed.id);
    expect(answer.text).toContain(NOT_A_PERSON);
    const started = bench.peer.write(bench.manager, chat, "/run open-gate", { as: "anonymous" });
    const refused = await bench.waitForNew(chat, ({ replyTo }) => replyTo === started.id);
    expect(refused.text).toContain(NOT_A_PERSON);
    // A press is always made by the person.
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("acted-anonymous.txt")).toEqual(["release-manager"]);
  });

  it("a channel that writes in the group", async () => {
    const chat = bench.group();
    const channel = bench.peer.addChannel({ title: "News", admins: [bench.manager] });
    const card = await bench.openGate(chat, "/run open-gate mark=channel");
    const typed = bench.peer.write(bench.manager, chat, `/approve ${idOn(card)}`, { as: channel });
    const answer = await bench.waitForNew(chat, ({ replyTo }) => replyTo === typed.id);
    expect(answer.text).toContain(NOT_A_PERSON);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
  });

  it("a post of a channel, and its copy in the linked group", async () => {
    const chat = bench.group({ botRole: "administrator" });
    const channel = bench.peer.addChannel({ title: "Orders", admins: [bench.manager] });
    bench.peer.linkChannel(channel, chat);
    const card = await bench.openGate(chat, "/run open-gate mark=linked");
    bench.peer.write(bench.manager, channel, `/approve ${idOn(card)}`);
    bench.peer.write(bench.manager, channel, "/run open-gate mark=linked");
    await waitForWhoami(chat);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
    expect(bench.peer.messages(chat).filter(({ text }) => text.includes("Shall it go on?"))).toHaveLength(1);
    expect(await bench.lines("acted-linked.txt")).toEqual([]);
  });

  it("another bot, even one with the account of a registered person", async () => {
    const chat = bench.group({ botRole: "administrator" });
    const card = await bench.openGate(chat, "/run open-gate mark=bot");
    const data = card.buttons.flat().find(({ label }) => label === "Approve")?.data;
    for (const id of [bench.manager.id, 424_242]) {
      const from = { id, is_bot: true, first_name: "Robot", username: "other_bot" };
      bench.peer.inject("callback_query", {
        id: String(id),
        from,
        chat_instance: "1",
        data: data ?? "",
        message: { message_id: card.id, date: card.date, chat: { id: chat.id, type: "supergroup", title: "Group" } },
      });
      bench.peer.inject("message", {
        message_id: 900_000 + id,
        from,
        chat: { id: chat.id, type: "supergroup", title: "Group" },
        date: card.date,
        text: `/approve ${idOn(card)}`,
        entities: [{ type: "bot_command", offset: 0, length: 8 }],
      });
    }
    await waitForWhoami(chat);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
    expect(await bench.lines("acted-bot.txt")).toEqual([]);
  });

  it("somebody with the name and the username of a registered person", async () => {
    const chat = bench.group();
    const double = bench.peer.addUser({ id: 1110, firstName: "Rem", username: "release_manager" });
    bench.peer.setRole(chat, double, "member");
    const card = await bench.openGate(chat, "/run open-gate mark=double");
    expect(await bench.press(double, card, "Approve")).toMatch(/^You are not registered here/);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
  });

  it("is told by /whoami who they are, anywhere, and nothing else is answered elsewhere", async () => {
    const chat = bench.peer.addGroup({ members: [bench.stranger, bench.lead] });
    bench.peer.write(bench.lead, chat, "/run open-gate");
    bench.peer.write(bench.stranger, chat, "/whoami");
    const { text } = await bench.waitForNew(chat, ({ text: told }) => told.includes("Your account"));
    expect(text).toContain("telegram: 999");
    expect(text).toContain(`telegram: ${chat.id}`);
    expect(text).toContain("You are not registered.");
    expect(bench.peer.messages(chat).filter(({ from }) => from?.isBot)).toHaveLength(1);
  });
});

describe("a press that is not on the card", () => {
  it("from another conversation counts nowhere", async () => {
    const [chat, other] = [bench.group(), bench.group()];
    const card = await bench.openGate(chat, "/run open-gate mark=elsewhere");
    const decoy = await bench.openGate(other, "/run open-gate mark=decoy");
    const data = card.buttons.flat()[0]?.data ?? "";
    expect(await bench.verdict(bench.peer.pressForged(bench.manager, decoy, data), decoy)).toBe(ELSEWHERE);
    const typed = bench.peer.write(bench.manager, other, `/approve ${idOn(card)}`);
    const answer = await bench.waitForNew(other, ({ replyTo }) => replyTo === typed.id);
    expect(answer.text).toContain("No approval with the id");
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
    expect(bench.peer.look(decoy)?.text).toMatch(/^⏳/);
    expect(await bench.lines("acted-elsewhere.txt")).toEqual([]);
  });

  it("on a forwarded card decides nothing: it has no buttons, and made up ones count nowhere", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run open-gate mark=forward");
    const own = bench.peer.privateChat(bench.manager);
    const copy = bench.peer.forward(bench.manager, card, own);
    expect(copy.buttons).toEqual([]);
    const data = card.buttons.flat()[0]?.data ?? "";
    expect(await bench.verdict(bench.peer.pressForged(bench.manager, copy, data), copy)).toBe(ELSEWHERE);
    expect(await bench.lines("acted-forward.txt")).toEqual([]);
  });

  it.each(["", "1:approve:0000000000000000", "2:approve:0123456789abcdef", "approve", "💥".repeat(16)])(
    "with the made up payload %j changes nothing",
    async (data) => {
      const chat = bench.peer.privateChat(bench.lead);
      const card = await bench.openGate(chat, "/run open-gate mark=forged");
      const answer = await bench.verdict(bench.peer.pressForged(bench.lead, card, data), card);
      expect(answer).toContain("no longer valid");
      expect(await bench.lines("acted-forged.txt")).toEqual([]);
    },
  );
});

describe("a forwarded command", () => {
  it("is nobody's", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run open-gate mark=forwarded-command");
    const own = bench.peer.privateChat(bench.manager);
    const words = bench.peer.write(bench.manager, own, `/approve ${idOn(card)}`);
    const copy = bench.peer.forward(bench.lead, words, chat);
    const answer = await bench.waitForNew(chat, ({ replyTo }) => replyTo === copy.id);
    expect(answer.text).toContain(NOT_A_PERSON);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳/);
  });
});
