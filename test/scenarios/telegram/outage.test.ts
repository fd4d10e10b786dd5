import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Chat, LoggedRequest } from "../../peers/telegram/index.ts";
import { allowForProcesses } from "./patience.ts";
import { LIMIT_MS, startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ "open-gate": OPEN_GATE });
});

afterEach(() => bench.assertClean());
afterAll(() => bench.stop());

const APPROVED = "Approved. The run goes on.";
const cards = (chat: Chat) =>
  bench.peer.messages(chat).filter(({ text, from }) => from?.isBot === true && text.includes("Shall it go on?"));

/** Lines of the log that say that Telegram cannot be reached. */
const countOutages = (): number => bench.bot().output().split('"telegram_unreachable"').length - 1;

describe("a send whose answer is lost", () => {
  it("is followed up exactly once; a press on the first copy counts, and both copies tell the same end", async () => {
    const chat = bench.group();
    const cut = bench.peer.faults.cutAfter("sendMessage", {
      when: ({ params }) => JSON.stringify(params["text"] ?? "").includes("Shall it go on?"),
    });
    bench.peer.write(bench.lead, chat, "/run open-gate mark=lost-send");
    await bench.peer.waitUntil(() => cards(chat).length === 2, { timeoutMs: LIMIT_MS, what: "the second copy" });
    expect(cut.struck).toHaveLength(1);
    const [first, second] = cards(chat);
    if (first === undefined || second === undefined) throw new Error("no two copies");
    expect(await bench.press(bench.manager, first, "Approve")).toBe(APPROVED);
    for (const copy of [first, second]) await bench.waitForText(copy, /^✅ Finished/);
    expect(await bench.press(bench.teammate, second, "Approve")).toMatch(/^Already approved by Release manager/);
    expect(cards(chat)).toHaveLength(2);
    expect(await bench.lines("acted-lost-send.txt")).toEqual(["release-manager"]);
  });

  it("of an edit is repeated until the card is true", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run open-gate mark=lost-edit");
    bench.peer.faults.cutAfter("editMessageText", { times: 2 });
    bench.peer.faults.cutBefore("editMessageText", { times: 3 });
    await bench.press(bench.manager, card, "Approve");
    await bench.waitForText(card, /^✅ Finished/);
    expect(cards(chat)).toHaveLength(1);
  });

  it("of the answer to a press changes nothing of what was decided", async () => {
    const card = await bench.openGate(bench.group(), "/run open-gate mark=lost-answer");
    bench.peer.faults.cutAfter("answerCallbackQuery");
    expect(await bench.press(bench.manager, card, "Approve")).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("acted-lost-answer.txt")).toEqual(["release-manager"]);
  });
});

describe("a poll", () => {
  it("cut in the middle of its answer: what it brought comes again and acts once", async () => {
    const card = await bench.openGate(bench.group(), "/run open-gate mark=cut-poll");
    await bench.peer.waitForPoll({ timeoutMs: LIMIT_MS });
    const cut = bench.peer.faults.cutMidAnswer("getUpdates");
    // The poll that waits was begun before the fault.
    bench.peer.cutPolls();
    const tap = bench.peer.press(bench.manager, card, "Approve");
    expect(await bench.verdict(tap, card)).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(cut.struck.length).toBe(1);
    expect(await bench.lines("acted-cut-poll.txt")).toEqual(["release-manager"]);
  });

  it("is taken up again after the server was gone, which the log says once", async () => {
    const card = await bench.openGate(bench.group(), "/run open-gate mark=gone");
    const before = countOutages();
    await bench.peer.goDown();
    const tap = bench.peer.press(bench.manager, card, "Approve");
    await bench.peer.comeUp();
    expect(await bench.verdict(tap, card)).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(countOutages() - before).toBe(1);
  });
});

describe("429", () => {
  it("on every call for a while: nothing is lost, nothing is sent twice, and a decision is kept", async () => {
    const chat = bench.group();
    const scope = { times: 3, when: ({ params }: LoggedRequest) => String(params["chat_id"]) === String(chat.id) };
    const sends = bench.peer.faults.tooMany("sendMessage", 1, scope);
    const card = await bench.openGate(chat, "/run open-gate mark=storm");
    expect(sends.struck).toHaveLength(3);
    const edits = bench.peer.faults.tooMany("editMessageText", 1, scope);
    await bench.press(bench.manager, card, "Approve");
    await bench.waitForText(card, /^✅ Finished/);
    expect(edits.struck.length).toBeGreaterThan(0);
    expect(cards(chat)).toHaveLength(1);
    for (const { struck } of [sends, edits]) {
      const [one, two] = struck.map(({ at }) => at);
      if (one !== undefined && two !== undefined) expect(two - one).toBeGreaterThanOrEqual(990);
    }
  });

  it("in one conversation holds up no other", async () => {
    const [slow, fast] = [bench.group(), bench.group()];
    const storm = bench.peer.faults.tooMany("sendMessage", 30, {
      times: 100,
      when: ({ params }) => String(params["chat_id"]) === String(slow.id),
    });
    bench.peer.write(bench.lead, slow, "/run open-gate mark=slow");
    await bench.peer.waitUntil(() => storm.struck.length > 0, { timeoutMs: LIMIT_MS });
    const card = await bench.openGate(fast, "/run open-gate mark=fast");
    expect(await bench.press(bench.manager, card, "Approve")).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(bench.peer.messages(slow).filter(({ from }) => from?.isBot)).toEqual([]);
  });
});
